// What somebody without a realm does first: on the page that publishes, or by three commands.
import { html, type Html } from '../../html.ts';
import { command } from '../../parts/command.ts';
import type { Site } from '../../site.ts';

const steps = [
  ['Describe the folder of your template', 'init my-template'],
  ['Sign in from the terminal', 'login'],
  ['Publish it', 'publish my-template'],
] as const;

export function firstSteps({ basePath, commandLine }: Site): Html {
  return html`<section class="panel stack first-steps">
    <h2>You have no realms yet</h2>
    <p class="soft">
      A realm is a folder of files that others begin their projects with. Publish one, and its downloads, stars and
      versions appear here.
    </p>
    <p><a class="button primary" href="${basePath}/publish">Publish a realm</a></p>
    <h3>Or from a terminal</h3>
    <ol class="stack">
      ${steps.map(
        ([what, words]) =>
          html`<li>
            <p>${what}</p>
            ${command(`npx ${commandLine} ${words}`)}
          </li>`,
      )}
    </ol>
    <p class="small">
      <a href="${basePath}/docs/publish">Tutorial: publish a template</a> ·
      <a href="${basePath}/realms">What others have made</a>
    </p>
  </section>`;
}
