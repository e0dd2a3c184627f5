// How to take a realm: a button that downloads its archive, the command to type, and the other ways beside the button. It works without a script.
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import type { Site } from '../site.ts';
import { command } from './command.ts';
import { realmPath } from './realm-card.ts';

interface Archived {
  slug: string;
  version: string;
  sha256: string;
}

interface Takeable extends Archived {
  /** Empty if there is no preview. */
  previewUrl: string;
}

/** Each way by its name, with the command to type. The first is that of this catalog: no name in a public registry is its own. */
export function waysToTake(site: Site, realm: Archived): [name: string, command: string][] {
  return [
    ['realm', ownCommand(site, realm.slug)],
    ['giget', `GIGET_REGISTRY=${site.publicUrl}/giget npx giget ${realm.slug}`],
    ['curl', curl(site, realm)],
  ];
}

const ownCommand = (site: Site, target: string) => `npx ${site.commandLine} new ${target}`;

/** The command of this catalog that makes a project. */
export const newCommand = (site: Site, target: string): Html => command(ownCommand(site, target));

export function take(site: Site, realm: Takeable): Html {
  const { slug, previewUrl } = realm;
  const [, ...others] = waysToTake(site, realm);
  return html`<section class="take" aria-labelledby="get-it">
    <h2 id="get-it" class="hidden-text">Get it</h2>
    <div class="buttons">
      ${previewUrl !== '' && html`<a class="button" href="${realmPath(site, slug)}/preview">Live preview</a>`}
      <div class="split">
        ${downloadForm(site, slug, { label: html`${icons.download}Download` })}
        <details>
          <summary class="button primary" aria-label="Other ways to get it"></summary>
          <div class="ways">
            ${others.map(
              ([name, text]) =>
                html`<h3>${name}</h3>
                  ${command(text)}`,
            )}
          </div>
        </details>
      </div>
    </div>
    ${newCommand(site, slug)}
    <p class="small soft">
      This command <a href="${site.basePath}/docs/start">starts a project</a>. Later, <code>realm update</code>
      <a href="${site.basePath}/docs/update">keeps it up to date</a>.
    </p>
  </section>`;
}

/** A form, since a download is counted: a link would let crawlers count. Without a version it is the newest. */
export function downloadForm(
  site: Site,
  slug: string,
  { version, label, style = 'primary' }: { version?: string; label: Html | string; style?: 'primary' | '' },
): Html {
  const path = `${realmPath(site, slug)}${version === undefined ? '' : `/versions/${version}`}/download`;
  return html`<form method="post" action="${path}"><button class="${style}">${label}</button></form>`;
}

/** A download is asked for by a POST, which answers with a link that is good for some minutes. The archive may be a .tar.gz or a .zip. */
function curl(site: Site, { slug, version, sha256 }: Archived): string {
  const download = `curl -sX POST ${site.publicUrl}/v1/realms/${slug}/download | grep -o 'http[^"]*' | xargs curl -OJ`;
  return sha256 === '' ? download : `${download}\necho "${sha256}  $(ls ${slug}-${version}.*)" | sha256sum -c`;
}
