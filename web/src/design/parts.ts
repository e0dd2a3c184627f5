// The smaller parts of the pages in all their states.
import { html, type Html } from '../html.ts';
import { icons } from '../icons.ts';
import { command } from '../parts/command.ts';
import { empty } from '../parts/empty.ts';
import { pageLinks } from '../parts/page-links.ts';
import { seriesFigure } from '../parts/series.ts';
import type { Site } from '../site.ts';

export const controls = (): Html =>
  html`<div class="chips">
      <button type="button" class="primary">${icons.download}Get it</button>
      <button type="button">Sort</button>
      <button type="button" class="focused">In focus</button>
      <button type="button" disabled>Disabled</button>
    </div>
    <form class="sort">
      <label for="sample-text">Name</label><input id="sample-text" placeholder="A placeholder" />
      <label for="sample-choice">Order</label
      ><select id="sample-choice">
        <option>Newest</option>
        <option>Most stars</option>
      </select>
    </form>`;

export const navigation = (site: Site): Html =>
  html`<nav class="tabs" aria-label="Sample of tabs">
      <a href="${site.basePath}/docs/design" aria-current="page">Design</a
      ><a href="${site.basePath}/docs/counting">How we count</a><a href="${site.basePath}/docs">Docs</a>
    </nav>
    ${pageLinks({ total: 180, limit: 20, offset: 60 }, (offset) => `${site.basePath}/realms?offset=${offset}`)}`;

export const labels = (): Html =>
  html`<div class="chips">
    <span class="chip">node</span><span class="chip category hue-17">saas</span
    ><span class="chip category hue-7">api</span><span class="badge number">1.2.0</span
    ><span class="badge success">added</span><span class="badge warning">unlisted</span
    ><span class="badge danger">deprecated</span>
  </div>`;

export const notices = (): Html =>
  html`<p class="notice">A new version is there.</p>
    <p class="notice success">It was published.</p>
    <p class="notice warning"><strong>Deprecated.</strong> Use another one instead.</p>
    <p class="notice danger"><strong>It did not work.</strong> The archive has no files.</p>
    ${empty('Nothing found', 'Try fewer words.')}`;

export const tableSample = (): Html =>
  html`<div class="table" tabindex="0" role="region" aria-label="Sample of a table">
    <table>
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">Size</th>
          <th scope="col" class="end">Downloads</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">1.1.0</th>
          <td>214 KiB</td>
          <td class="end">1,204</td>
        </tr>
        <tr>
          <th scope="row">1.0.0 <span class="badge danger">yanked</span></th>
          <td>198 KiB</td>
          <td class="end">31</td>
        </tr>
      </tbody>
    </table>
  </div>`;

const values = [3, 5, 4, 8, 9, 7, 12, 11, 15, 14, 18, 6];

export const chartSample = (site: Site): Html =>
  seriesFigure({
    id: 'sample',
    title: 'Sample',
    interval: 'day',
    points: values.map((value, at) => ({ day: `2026-11-${String(at + 1).padStart(2, '0')}`, value })),
    before: values.slice(0, -1).map((value) => Math.round(value * 0.8)),
    marks: [{ day: '2026-11-07', label: '1.1.0' }],
    json: `${site.basePath}/v1/stats/series?metric=downloads`,
    csv: `${site.basePath}/v1/stats/series?metric=downloads&format=csv`,
  });

const token = (kind: string, text: string): Html => html`<span class="hljs-${kind}">${text}</span>`;

const codeLines: Html[] = [
  token('comment', '// Starts the album.'),
  html`${token('keyword', 'export function')} ${token('title', 'start')}(port: ${token('built_in', 'number')} =
  ${token('number', '3000')}) {`,
  html`${'  '}${token('keyword', 'return')} listen({ ${token('attr', 'host')}: ${token('string', "'127.0.0.1'")}, port
  });`,
  html`}`,
];

export const codeSample = (): Html =>
  html`${command('npx giget photo-album')}
    <div class="prose">
      <pre tabindex="0"><code>${codeLines.map((line, at) => html`${at > 0 && '\n'}${line}`)}</code></pre>
      <p>
        Prose has lines of at most 70 characters, <code>code</code>, <kbd>Ctrl</kbd>, <a href="#code">links</a> and
        <strong>strong</strong> words.
      </p>
      <blockquote><p>Simple things stay simple.</p></blockquote>
    </div>`;
