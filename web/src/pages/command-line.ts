// How to run the command line that this catalog serves, and how to install the client; with the digests of both.
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { command } from '../parts/command.ts';
import type { Site } from '../site.ts';

interface ServedPackage {
  url: string;
  sha256: string;
}

export interface CommandLineView {
  commandLine: ServedPackage;
  client: ServedPackage;
}

export function commandLinePage(site: Site, { commandLine, client }: CommandLineView): string {
  return layout(site, {
    title: 'Command line and client',
    description: `Search, get and publish the realms of ${site.name} from a terminal, and call it from TypeScript.`,
    path: '/docs/cli',
    content: html`<article class="prose">
      <h1>Command line and client</h1>
      <p>
        ${site.name} serves its own command line, <code>realm</code>. It is one file without dependencies for Node 20.19
        and newer, and asks this catalog unless you name another. npx runs it without installing anything, and asks no
        registry of packages for it:
      </p>
      ${command(`npx ${commandLine.url} search blog`)} ${command(`npx ${commandLine.url} get SLUG`)}
      <p>To have it as <code>realm</code>, install it:</p>
      ${command(`npm install --global ${commandLine.url}`)}
      <p>
        <code>realm help</code> lists its commands: search, get, update and compare realms, pack and publish your own,
        log in. <code>realm mcp</code> offers the catalog to coding agents.
      </p>
      ${digest(commandLine, 'realm.tgz')}
      <h2>TypeScript client</h2>
      <p>
        A method for every operation of the <a href="${site.basePath}/docs">API</a>, with retries, resumed downloads and
        errors by kind, for Node, Deno, Bun and browsers. It needs no other package. There are also clients for
        <a href="${site.basePath}/docs/clients">Python and Go</a>.
      </p>
      ${command(`npm install ${client.url}`)} ${digest(client, 'realm-catalog-client.tgz')}
      <h2>Addresses and versions</h2>
      <p>
        npx remembers packages by their address. The address therefore ends with a hash of the program and this catalog,
        and changes with them. Older addresses and <code>${site.publicUrl}/cli/realm.tgz</code> lead to the current one.
      </p>
    </article>`,
  });
}

function digest({ url, sha256 }: ServedPackage, file: string): Html {
  return html`<p>To check what you get, by its SHA-256:</p>
    ${command(`curl -sO ${url}\necho "${sha256}  ${file}" | sha256sum -c`)}`;
}
