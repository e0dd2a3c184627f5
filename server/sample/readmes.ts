// README files of the sample: short, long, in three scripts, and with everything that Markdown can have.
import type { SampleRealm } from './sample-realm.ts';
import { featureOf, startOf } from './sources.ts';

const alerts = `> [!NOTE]
> Nothing is installed on the machine outside of this folder.

> [!TIP]
> With \`--open\` it opens the browser, too.

> [!IMPORTANT]
> Set \`SECRET\` before you show it to others.

> [!WARNING]
> The example data is written anew at every start.

> [!CAUTION]
> \`--reset\` deletes **everything**.
`;

const tables = `## Settings

| Setting | Default | Meaning |
|:--------|:-------:|--------:|
| \`PORT\` | 3000 | where it listens |
| \`HOST\` | 127.0.0.1 | on which address |
| \`DATABASE_URL\` | | the database; without one, a file that lies beside the program and is made at the first start |

## Status

- [x] accounts
- [x] a test for each page
- [ ] a second language
`;

const code = `## In your language

\`\`\`ts
import { open } from './service.ts';

await using service = await open({ port: 3000 });
console.log(\`ready at \${service.url}\`);
\`\`\`

\`\`\`python
from service import open

with open(port=3000) as service:
    print(f"ready at {service.url}")
\`\`\`

\`\`\`rust
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::open(3000)?;
    println!("ready at {}", service.url());
    Ok(())
}
\`\`\`

\`\`\`diff
- const port = 3000;
+ const port = Number(process.env.PORT ?? 3000);
\`\`\`

\`\`\`json
{ "port": 3000, "host": "127.0.0.1" }
\`\`\`
`;

const footnotes = `## Why

It began as an answer to a question[^question], and stayed small[^small].

[^question]: “How little is enough?”
[^small]: Four files, which fit on two screens.

    A fifth would have to be good.

<details><summary>What was left out</summary>

A configuration file, and the page that explains it.

</details>

Press <kbd>Ctrl</kbd> + <kbd>C</kbd> to stop it, and see [the start](#start) to begin again.
`;

const chapter = (at: number) => `## Chapter ${at}

Text that goes on for a while, so that the outline beside it has something to follow. It names \`files\`, **reasons** and
[other chapters](#chapter-${1 + (at % 14)}), and it says nothing that one has to remember.

### Details of chapter ${at}

1. First this,
2. then that,
   - in small steps,
   - with a rest between them.

> A sentence of somebody else, which is why it stands apart.
`;

const arabic = `هذا قالب بسيط يبدأ خلال دقيقة.

## البداية

\`\`\`sh
npm install
npm start
\`\`\`

> [!NOTE]
> يعمل دون اتصال بالشبكة.

| الإعداد | المعنى |
|---|---|
| \`PORT\` | المنفذ |
`;

const japanese = `一分で始められる小さな雛形です。

## はじめに

\`\`\`sh
npm install
npm start
\`\`\`

- 写真は \`photos\` に置きます。
- 文章は一つのファイルに書きます。
`;

const bodies = {
  short: '',
  alerts,
  tables,
  code,
  footnotes,
  full: `${alerts}\n${tables}\n${code}\n${footnotes}`,
  long: Array.from({ length: 14 }, (_, at) => chapter(at + 1)).join('\n'),
  arabic,
  japanese,
};

export type ReadmeKind = keyof typeof bodies;

/** With a badge, as many have, where there is a repository, and a picture where only the README shows one. */
export function readmeOf(realm: SampleRealm): string {
  const { slug, name, description, readme = 'short', hasRepository, readmeScreen, content } = realm;
  const isLatin = readme !== 'arabic' && readme !== 'japanese';
  return [
    `# ${name}\n`,
    hasRepository && `[![Tests](https://badges.example/${slug}.svg)](https://git.example/${slug})\n`,
    `${description}\n`,
    readmeScreen && '![What it looks like](docs/cover.png)\n',
    isLatin && `## Start\n\n\`\`\`sh\n${startOf(realm).join('\n')}\n\`\`\`\n`,
    isLatin && content?.items && `## What is inside\n\n${content.items.map((item) => `- ${item}\n`).join('')}`,
    bodies[readme],
  ]
    .filter(Boolean)
    .join('\n');
}

const fixes = [
  'A list that was empty is not sorted any more.',
  'The start fails at once if the port is taken.',
  'Names with an apostrophe are shown as they were typed.',
  'Nothing is written twice when two people save at once.',
  'The time zone of the server does not matter any more.',
];

/** A section for each version, the newest first. */
export function changelogOf(realm: SampleRealm, versions: string[]): string {
  const sections = versions.map(
    (version, at) =>
      `## [${version}]\n\n### Added\n\n- ${featureOf(realm, at)}.\n${at === 0 ? '' : `\n### Fixed\n\n- ${fixes[at % fixes.length]}\n`}`,
  );
  return `# Changelog\n\n${sections.toReversed().join('\n')}`;
}
