// How downloads, stars and people are counted, in plain words.
import { docsFrame } from '../docs/frame.ts';
import { html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';

export function countingPage(site: Site): string {
  return layout(site, {
    title: 'How we count',
    description: 'What a download is, what a star is, and when the numbers change.',
    path: '/docs/counting',
    content: docsFrame(
      site,
      '/docs/counting',
      html`<article class="prose">
        <h1>How we count</h1>
        <p>
          Every number on these pages comes from the same counters that the
          <a href="${site.basePath}/docs/api">API</a> answers from.
        </p>
        <h2>Downloads</h2>
        <p>
          A download is counted when someone asks for the archive of a realm and gets a link to it. It is committed to
          the database before the answer is sent, so no restart loses one. A request that is repeated with the same
          <code>Idempotency-Key</code> counts once. Looking at a page, at a file or at a difference counts nothing.
        </p>
        <p>
          Downloads are counted by version and by day. Days are UTC. A realm’s number is the sum of its versions, and
          the catalog’s number is the sum of its public realms.
        </p>
        <h2>The last 90 days, and trending</h2>
        <p>
          The page of a realm adds up the last 90 days, today among them. The order “Downloads in 90 days” compares the
          last 90 whole days, and “Trending” the last seven whole days with the 28 days before them: both change once a
          day, after midnight UTC. Lists show the downloads of these 90 days, unless they are sorted by all downloads.
        </p>
        <h2>Charts</h2>
        <p>
          A chart shows days, weeks or months, whichever fits the time since the first download. Weeks begin on Monday.
          The last bar is hollow, since its interval is not over yet. Each chart has its numbers as a table, as CSV and
          as JSON.
        </p>
        <p>
          The statistics of a realm can also be those of 30 days, 26 weeks or 12 months, beside as many before. Only
          whole days, weeks and months are compared, and so are 90 whole days with the 90 days before them.
        </p>
        <h2>Stars and people</h2>
        <p>An account gives a realm one star, and may take it back. People are the accounts that exist today.</p>
        <h2>What we do not know</h2>
        <p>
          A download is counted without a name: the numbers do not say who made it. These pages load nothing from other
          hosts.
        </p>
        ${cookies}
      </article>`,
    ),
  });
}

/** Every cookie that the catalog sets. */
const cookies = html`<h2>Cookies</h2>
  <p>You need none to read or to download. These are all that there are:</p>
  <ul>
    <li><code>theme</code>, for a year: the theme that you choose.</li>
    <li>
      <code>__Host-realm-…</code> (without https <code>realm-…</code>): that you are signed in. It ends when you sign
      out, or 30 days after your last visit.
    </li>
    <li>
      <code>__Host-realm-provider-…</code> (without https <code>realm-provider-…</code>), for ten minutes: that you are
      signing in with another provider.
    </li>
    <li>
      <code>realm_session</code>, <code>realm_interaction</code> and <code>realm_resume</code>: that you are allowing an
      application or a device to act for you. Only addresses below <code>/oauth</code> get them.
    </li>
  </ul>
  <p>Your recent searches, and whether shortcuts are off, stay in your browser.</p>`;
