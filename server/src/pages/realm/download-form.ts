// The button "Download": records one download, and leads to its archive.
import type { FormHandler } from '../page.ts';

const download: FormHandler = async ({ perform, params: { slug = '', version } }) => {
  const query = version === undefined ? {} : { version };
  return perform('downloadRealm', { params: { slug }, query });
};

export const downloadForms = { download, downloadVersion: download };
