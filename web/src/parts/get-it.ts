// How to take a realm: with the command line of the catalog, with giget, or with curl. Radio buttons choose one, so that it works without a script.
import { html, type Html } from '../html.ts';
import { command } from './command.ts';
import type { Site } from '../site.ts';

interface Takeable {
  slug: string;
  version: string;
  sha256: string;
}

/** Each way by its name, with the command to type. */
export function waysToGet(site: Site, realm: Takeable): [name: string, command: string][] {
  return [
    ['realm', `npx realm-catalog-cli get ${realm.slug} --registry ${site.publicUrl}`],
    ['giget', `GIGET_REGISTRY=${site.publicUrl}/giget npx giget ${realm.slug}`],
    ['curl', curl(site, realm)],
  ];
}

export function getIt(site: Site, realm: Takeable): Html {
  const ways = waysToGet(site, realm);
  return html`<section class="get-it panel" aria-labelledby="get-it">
    <h2 id="get-it">Get it</h2>
    <fieldset>
      <legend class="hidden-text">With</legend>
      ${ways.map(
        ([name], at) =>
          html`<label
            ><input type="radio" name="get-it" value="${name}" ${at === 0 && html` checked`} />${name}</label
          >`,
      )}
    </fieldset>
    ${ways.map(([name, text]) => html`<div class="way way-${name}">${command(text)}</div>`)}
  </section>`;
}

/** A download is asked for by a POST, which answers with a link that is good for some minutes. The archive may be a .tar.gz or a .zip. */
function curl(site: Site, { slug, version, sha256 }: Takeable): string {
  const download = `curl -sX POST ${site.publicUrl}/v1/realms/${slug}/download | grep -o 'http[^"]*' | xargs curl -OJ`;
  return sha256 === '' ? download : `${download}\necho "${sha256}  $(ls ${slug}-${version}.*)" | sha256sum -c`;
}
