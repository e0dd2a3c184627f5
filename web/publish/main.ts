// The script of the pages that publish. Every page works without it, except that a folder cannot be packed.
import { SlugCheck } from './slug-check.ts';
import { UploadForm } from './upload-form.ts';

customElements.define('slug-check', SlugCheck);
customElements.define('upload-form', UploadForm);
