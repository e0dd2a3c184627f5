// The clients of three languages side by side: how to install each from this catalog, the first lines of a program, and the digest of what is served.
import { docsFrame } from '../docs/frame.ts';
import { html, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { command } from '../parts/command.ts';
import type { Site } from '../site.ts';
import { clientExamples } from './client-examples.ts';

interface ServedClient {
  url: string;
  sha256: string;
}

export type ClientsView = Record<'typescript' | 'python' | 'go', ServedClient>;

export function clientsPage(site: Site, { typescript, python, go }: ClientsView): string {
  const { name, basePath, publicUrl } = site;
  const proxy = `GOPROXY=${publicUrl}/clients/go,direct GONOSUMDB=realm-catalog.invalid`;
  return layout(site, {
    title: 'Clients',
    description: `Call ${name} from TypeScript, Python or Go: install the client, list, search, download and publish.`,
    path: '/docs/clients',
    content: docsFrame(
      site,
      '/docs/clients',
      html`<h1>Clients</h1>
        <p>
          ${name} serves its own clients. Each has a method for every operation of the
          <a href="${basePath}/docs/api">API</a>, waits and asks again where the catalog asks it to, verifies what it
          downloads and publishes nothing twice. None needs another package. In a terminal, the
          <a href="${basePath}/docs/cli">command line</a> does the same.
        </p>
        <div class="halves">
          ${client({
            name: 'TypeScript',
            needs: 'For Node 20.19 and newer, Deno, Bun and browsers.',
            install: `npm install ${typescript.url}`,
            example: clientExamples.typescript(publicUrl),
            served: typescript,
            guide: `${basePath}/docs/client`,
          })}
          ${client({
            name: 'Python',
            needs: 'For Python 3.10 and newer, with types.',
            install: `pip install ${python.url}`,
            example: clientExamples.python(publicUrl),
            served: python,
            guide: `${basePath}/docs/python`,
          })}
          ${client({
            name: 'Go',
            needs: 'For Go 1.19 and newer.',
            install: `${proxy} go get realm-catalog.invalid/client`,
            example: clientExamples.go(publicUrl),
            served: go,
            guide: `${basePath}/docs/go`,
          })}
        </div>
        <p>
          These programs list the realms with a tag, count the results of a search, download a realm into a folder and
          publish an archive. <code>REALM_TOKEN</code> is an API key
          ${site.viewer ? html`of <a href="${basePath}/settings/keys">your settings</a>` : 'of your account'}; without
          it they can only read. The Go code belongs in a function that has a context and returns an error.
        </p>
        <h2>Versions</h2>
        <p>
          Each version ends with a hash of its sources, so every change has its own address. Nobody can own the name of
          the Go module: the go command finds it only here, and only the current version. pip also finds its package
          with
          <code>--index-url ${publicUrl}/clients/python/simple</code>.
        </p>`,
    ),
  });
}

interface ShownClient {
  name: string;
  needs: string;
  install: string;
  example: string;
  served: ServedClient;
  /** The address of the page about it. */
  guide: string;
}

function client({ name, needs, install, example, served, guide }: ShownClient): Html {
  return html`<section class="panel">
    <h2>${name}</h2>
    <p class="small soft">${needs}</p>
    ${command(install)}
    <pre class="answer" tabindex="0" aria-label="A program in ${name}"><code>${example}</code></pre>
    <p><a href="${guide}">All about the ${name} client</a></p>
    <p class="small soft">SHA-256 of <a href="${served.url}">the package</a>: <code>${served.sha256}</code></p>
  </section>`;
}
