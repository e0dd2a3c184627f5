// The page that creates a realm; its archive is sent from the next page.
import { field, formError, type FormState } from '../../forms/form.ts';
import { html } from '../../html.ts';
import { layout } from '../../layout.ts';
import type { Site } from '../../site.ts';
import { publishScript } from './publish-script.ts';
import { realmFields } from './realm-fields.ts';

export interface PublishView {
  form: FormState;
  /** The categories of other realms. */
  categories: string[];
  /** The path of the script. */
  script: string;
}

export function publishPage(site: Site, { form, categories, script }: PublishView): string {
  const { basePath, publicUrl } = site;
  const slug = html`<slug-check data-address="${basePath}/publish/slug"
    >${field(form, {
      name: 'slug',
      label: 'Slug',
      maxLength: 64,
      autocomplete: 'off',
      help: html`The end of its address, ${publicUrl}/realms/… Left empty, it is made from the name.`,
    })}
    <p class="field-help" role="status"></p
  ></slug-check>`;
  return layout(site, {
    title: 'Publish a realm',
    description: 'Create a realm, and send its archive.',
    path: '/publish',
    isIndexed: false,
    isOfAccount: true,
    head: publishScript(script),
    content: html`<header class="stack page-head">
        <h1>Publish a realm</h1>
        <p class="soft">First describe it, then add its files. A name, a description and a category are enough.</p>
      </header>
      <div class="settings">
        <form method="post" action="${basePath}/publish" class="ask-form">
          ${formError(form)} ${realmFields(form, categories, slug)}
          <div class="ask-actions"><button class="primary">Create the realm</button></div>
        </form>
      </div>`,
  });
}
