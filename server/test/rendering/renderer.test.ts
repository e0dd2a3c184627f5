// The renderer: cached by digest, shared, bounded in size, time, memory and number, and plain text where rendering fails.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { BusyMachineError } from '../../src/concurrency/cpu-time.ts';
import { UnavailableError } from '../../src/errors.ts';
import { QueueFullError } from '../../src/concurrency/fair-queue.ts';
import { openRenderer } from '../../src/rendering/renderer.ts';
import { until } from '../support/until.ts';

const A = '<p dir="auto">a</p>\n';
const base = { files: '/files/', images: '/images/' };
const realm = 'realm';
const MAX_LENGTH = 256 * 1_024;

/** It takes a second and more. */
const SLOW = '*['.repeat(MAX_LENGTH / 2);
/** As tokens it takes more than 64 MiB; with 128 MiB it is rendered. */
const LARGE = '- a\n'.repeat(MAX_LENGTH / 4);

const rendered = openRenderer({ cpuMs: 60_000, wallMs: 60_000, realmCpuMs: Number.POSITIVE_INFINITY });
after(() => rendered.close());

const markdown = (text: string, digest: string) => rendered.markdown({ realm, text, digest, base });
const code = (text: string, digest: string, path = 'a.ts') => rendered.code({ realm, text, digest, path });

/** What is shown where rendering fails. */
const plain = (text: string) => `<pre class="readme-plain" tabindex="0" dir="auto">\n${text}</pre>`;

/** The processes that this one has started. */
const children = (): string[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);

describe('a text', () => {
  test('is rendered once for each digest and each place of its links', async () => {
    const [first, second] = await Promise.all([markdown('# a', 'same'), markdown('# b', 'same')]);
    assert.match(first, /dir="auto"><h2 id="readme-a">a<\/h2>/);
    assert.equal(second, first, 'at once');
    assert.equal(await markdown('# c', 'same'), first, 'later');
    assert.match(await markdown('# c', 'other'), />c</);
    const elsewhere = await rendered.markdown({
      realm,
      text: '[d](e)',
      digest: 'same',
      base: { ...base, files: '/other/' },
    });
    assert.match(elsewhere, /href="\/other\/e"/);
    const images = await rendered.markdown({
      realm,
      text: '![f](g.png)',
      digest: 'same',
      base: { ...base, images: '/h/' },
    });
    assert.match(images, /src="\/h\/g.png"/);
  });

  test('of more than 256 KiB is cut at the end of a line, and says so', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const html = await markdown(line.repeat(3_000), 'long');
    assert.match(html, /<p class="readme-cut">The rest is too long to be shown here.<\/p>$/);
    assert.equal(html.match(/x{99}/g)?.length, Math.floor(MAX_LENGTH / 100));
    assert.doesNotMatch(await markdown(line.repeat(2_000), 'not long'), /readme-cut/);
    assert.match(
      await markdown('😀'.repeat(MAX_LENGTH), 'one line'),
      /^<p dir="auto">(😀)+<\/p>\n<p class="readme-cut">/,
    );
  });
});

describe('source code', () => {
  test('is highlighted once for each digest and language', async () => {
    const lines = await code('let a;\nlet b;\n', 'code');
    assert.deepEqual(lines, ['<span class="hljs-keyword">let</span> a;', '<span class="hljs-keyword">let</span> b;']);
    assert.deepEqual(await code('let c;', 'code', 'docs/other.mts'), lines);
    assert.deepEqual(await code('let d;', 'code', 'a.css'), ['let d;']);
  });

  test('in an unknown language is escaped', async () => {
    assert.deepEqual(await code('<b>\r\n&amp;\n', 'plain', 'LICENSE'), ['&lt;b&gt;', '&amp;amp;']);
    assert.deepEqual(await code('', 'empty', 'a.txt'), ['']);
  });

  test('that is long, or has a long line, is left to the page', async () => {
    const line = `//${'x'.repeat(509)}\n`;
    assert.equal((await code(line.repeat(512), 'fits'))?.length, 512);
    assert.equal(await code(`${line.repeat(512)}\n`, 'long'), undefined);
    assert.equal(await code(`${'x'.repeat(513)}\n`, 'wide'), undefined);
    assert.equal(await code(`a\n${'x'.repeat(513)}`, 'wide at its end', 'a.txt'), undefined);
    assert.equal((await code(`a\n${'x'.repeat(512)}`, 'not too wide', 'a.txt'))?.length, 2);
  });

  test('that becomes many times as long as HTML is left to the page', async () => {
    assert.equal(await code('1 1 1 1 1 1 1 1\n'.repeat(8_000), 'numbers'), undefined);
  });
});

describe('a text that fails', () => {
  test('by its time is shown as it stands, at once the next time, and the next text is rendered', async () => {
    const limited = openRenderer({ cpuMs: 300 });
    const render = (text: string, digest: string, files = '/files/') =>
      limited.markdown({ realm, text, digest, base: { ...base, files } });
    await markdown('a', 'before');
    const before = children().length;
    assert.equal(await render(SLOW, 'slow'), plain(SLOW));
    assert.equal(children().length, before, 'the process has ended');
    assert.equal(await render('<b>', 'slow'), plain('&lt;b&gt;'), 'by its digest alone');
    assert.equal(await render('a', 'slow', '/other/'), plain('a'), 'elsewhere too');
    assert.equal(children().length, before, 'no process was needed');
    let attempts = 0; // a busy machine may take too long for one of them
    await until('the next text is rendered', async () => (await render('a', `next ${(attempts += 1)}`)) === A);
    await limited.close();
  });

  test('by its memory ends the process that renders, and nothing else', async () => {
    const limited = openRenderer({ cpuMs: 60_000, wallMs: 60_000, memoryMib: 64 });
    assert.equal(await limited.markdown({ realm, text: LARGE, digest: 'large', base }), plain(LARGE));
    assert.equal(await limited.markdown({ realm, text: 'a', digest: 'after', base }), A);
    await limited.close();
  });

  test('by the length of its HTML is shown as it stands', async () => {
    const uses = `[a]: ${'b'.repeat(10_000)}\n\n${'[a] '.repeat(1_000)}`;
    assert.equal(await markdown(uses, 'references'), plain(uses));
  });
});

describe('the process that renders', () => {
  test('has nothing of the environment of the server, and starts again when it was killed', async () => {
    await markdown('a', 'environment');
    await code('let a;', 'environment');
    for (const pid of children()) {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      for (const variable of variables)
        assert.match(variable, /^(MALLOC_ARENA_MAX|NODE_(COMPILE_CACHE|OPTIONS|CHANNEL_\w+|V8_COVERAGE))=/);
      process.kill(Number(pid), 'SIGKILL');
    }
    await until('the process has ended', () => children().length === 0);
    assert.equal(await markdown('a', 'killed'), A);
  });

  test('renders one text at a time; 64 more may wait', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 72 }, (_, at) => markdown('a', `many ${at}`)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.equal(refused.length, 7);
    assert.ok(refused.every(({ reason }) => reason instanceof QueueFullError));
    assert.equal(await markdown('a', 'many 71'), A, 'which is no failure of the text');
  });

  test('renders on for the next page when a page has waited long enough', async () => {
    const hasty = openRenderer({ waitMs: 1, cpuMs: 60_000, wallMs: 60_000 });
    const text = { realm, text: 'a', digest: 'waits', base };
    await assert.rejects(hasty.markdown(text), QueueFullError);
    await until('the text is rendered', () =>
      hasty.markdown(text).then(
        (html) => html === A,
        () => false,
      ),
    );
    await hasty.close();
  });

  test('ends when it was idle for a while, and when the renderer is closed', async () => {
    await rendered.close();
    const brief = openRenderer({ idleMs: 1 });
    assert.deepEqual(children(), [], 'none is started before it is needed');
    await brief.markdown({ realm, text: 'a', digest: 'a', base });
    await until('the process has ended', () => children().length === 0);
    assert.equal(await brief.markdown({ realm, text: 'a', digest: 'b', base }), A);
    await brief.close();
    assert.deepEqual(children(), []);
    await assert.rejects(brief.markdown({ realm, text: 'c', digest: 'c', base }), UnavailableError);
    assert.deepEqual(children(), []);
  });
});

const texts = (from: string, digest: string) => ({ realm: from, text: 'a', digest, base });

describe('a realm that has used its processor time', () => {
  const limits = { cpuMs: 60_000, wallMs: 60_000, waitMs: 60_000 };

  test('waits for the next minute, while others are rendered; nothing is remembered of its text', async (t) => {
    const limited = openRenderer({ ...limits, realmCpuMs: 1 });
    t.after(() => limited.close());
    await limited.markdown({ realm: 'busy', text: SLOW.slice(0, 32_768), digest: 'slow', base });
    await assert.rejects(limited.markdown(texts('busy', 'next')), UnavailableError);
    assert.match(
      (await limited.markdown({ realm: 'busy', text: '', digest: 'slow', base })).slice(0, 100),
      /<em>/,
      'cached',
    );
    assert.equal(await limited.markdown(texts('other', 'next')), A);
    assert.equal(await limited.markdown(texts('busy', 'next')), A, 'another realm had the same text rendered');
  });

  test('leaves nothing behind where the machine was too busy, and the text is tried again', async (t) => {
    const hurried = openRenderer({ ...limits, wallMs: 1 });
    t.after(() => hurried.close());
    const slow = { realm, text: SLOW, digest: 'slow', base };
    await assert.rejects(hurried.markdown(slow), BusyMachineError);
    const before = children().length;
    const again = assert.rejects(hurried.markdown(slow), BusyMachineError);
    await until('a process has started for it', () => children().length > before);
    await again;
  });
});
