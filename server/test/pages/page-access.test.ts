// Who may open each page and send each form: nobody in particular, someone who is signed in, an owner, a curator, an administrator, and a
// suspended administrator, who is nobody. And no page is shown in a frame.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suspendAccount } from '../../src/accounts/operator-queries.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { forms as formTable, pages as pageTable, type FormRow, type PageRow } from '../../src/pages/table.ts';
import { create, project, upload } from '../publishing/uploads.ts';
import { json, prepare, PUBLIC_URL, signUp, useCatalog, type Person, type Reply } from '../support/harness.ts';
import { hiddenUsernameIn, signInToWeb, webBrowser, type WebBrowser } from '../support/web-session.ts';

/** With mail there are more pages; nothing is sent. */
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'catalog@mail.example' };
const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '100000', ...mail });

type Who = 'anonymous' | 'suspended' | 'signed in' | 'owner' | 'curator' | 'administrator';

/** For whom a page or a form is. What has no rule is for everyone. */
const rules: [path: RegExp, isFor: Who[]][] = [
  [/^\/admin(?:\/|$)/, ['administrator']],
  [/^\/curate(?:\/|$)/, ['curator', 'administrator']],
  [/^\/realms\/:slug\/(?:upload|edit|settings|rename|deprecate|delete)$/, ['owner', 'administrator']],
  [/^\/realms\/:slug\/versions\/:version\/yank$/, ['owner', 'administrator']],
  [/^\/realms\/:slug\/star$/, ['signed in', 'owner', 'curator', 'administrator']],
  [/^\/(?:me|settings|publish)(?:\/|$)/, ['signed in', 'owner', 'curator', 'administrator']],
];
const isFor = (path: string) => rules.find(([pattern]) => pattern.test(path))?.[1];

interface Visit {
  path: string;
  who: Who;
  reply: Reply;
}

/** Every page, and every form, by everyone. */
const [pages, forms]: [Visit[], Visit[]] = [[], []];

async function suspend({ account: { id } }: Person): Promise<void> {
  const entry = newAuditEntry(commandActor, 'account.suspend', id);
  await catalog.services.db.batch(suspendAccount(id, true, entry));
}

async function openBrowsers(): Promise<Record<Who, WebBrowser>> {
  const owner = await signUp(catalog, { username: 'owner' });
  await signUp(catalog, { username: 'someone' });
  const curator = await signUp(catalog, { username: 'curator', role: 'curator' });
  await signUp(catalog, { username: 'root', role: 'admin' });
  const suspended = await signUp(catalog, { username: 'warden', role: 'admin' });
  await upload(catalog, await create(catalog, owner, { name: 'Fallow' }), await project('1.0.0'));
  const shelf = { slug: 'shelf', name: 'Shelf', description: '', realms: [] };
  assert.equal((await catalog.ask('/v1/collections', json(shelf, curator.token))).status, 201);
  const browsers = {
    anonymous: webBrowser(catalog),
    suspended: await signInToWeb(catalog, 'warden'),
    'signed in': await signInToWeb(catalog, 'someone'),
    owner: await signInToWeb(catalog, 'owner'),
    curator: await signInToWeb(catalog, 'curator'),
    administrator: await signInToWeb(catalog, 'root'),
  };
  await suspend(suspended);
  return browsers;
}

/** A form that lacks everything changes nothing that another one needs. */
const send = (browser: WebBrowser, { hasFile }: FormRow, path: string) =>
  hasFile ? browser.sendFile(path, '', '') : browser.post(path);

prepare(async () => {
  const browsers = Object.entries(await openBrowsers()) as [Who, WebBrowser][];
  for (const [who, browser] of browsers)
    for (const path of [...Object.values<PageRow>(pageTable).map((page) => page.path), '/nothing-here'])
      pages.push({ path, who, reply: await browser.get(addressOf(path)) });
  for (const [who, browser] of browsers)
    // when all have looked, since some forms change what pages show
    for (const row of Object.values<FormRow>(formTable))
      if (row !== formTable.signOut)
        forms.push({ path: row.path, who, reply: await send(browser, row, addressOf(row.path)) }); // it ends the session
});

/** An address of this pattern; for some it is one where there is nothing. */
const addressOf = (path: string) =>
  path
    .replace(/^\/(collections|curate)\/:slug/, '/$1/shelf')
    .replace(':slug', 'fallow')
    .replace(':version', '1.0.0')
    .replace(':username', 'owner')
    .replace(/:\w+|\*/, 'x');

/** Whether the answer is another one than that for whom the page is. */
function outcomeOf({ status, headers }: Reply): 'to the sign-in' | 'forbidden' | 'let in' {
  if ((headers.get('location') ?? '').startsWith(`${PUBLIC_URL}/sign-in?return=`)) return 'to the sign-in';
  return status === 403 ? 'forbidden' : 'let in';
}

function holdAccess({ path, who, reply }: Visit): void {
  const allowed = isFor(path);
  const isNobody = who === 'anonymous' || who === 'suspended';
  const expected = !allowed || allowed.includes(who) ? 'let in' : isNobody ? 'to the sign-in' : 'forbidden';
  assert.equal(outcomeOf(reply), expected, `${path}: ${who} gets ${reply.status}`);
  assert.ok(reply.status < 500, `${path}: ${who} gets ${reply.status}`);
}

test('each page opens to those whom it is for', () => {
  for (const visit of pages) holdAccess(visit);
});

test('each form is taken from those whom it is for', () => {
  for (const visit of forms) holdAccess(visit);
});

test('an account that is suspended sees what nobody in particular sees', () => {
  const ofNobody = new Map(
    pages.flatMap(({ path, who, reply }) => (who === 'anonymous' ? [[path, reply] as const] : [])),
  );
  for (const { path, reply } of pages.filter(({ who }) => who === 'suspended')) {
    const { status, text, headers } = ofNobody.get(path) ?? assert.fail(path);
    assert.deepEqual([reply.status, reply.headers.get('location')], [status, headers.get('location')], path);
    if (status === 200) assert.equal(reply.text, text, path); // an error has the id of its request
  }
});

test('no page, no form that is shown again and no error is shown in a frame', () => {
  const shown = [...pages, ...forms].filter(({ reply }) => reply.headers.get('content-type')?.startsWith('text/html'));
  assert.ok(shown.length > 200, String(shown.length));
  for (const { path, who, reply } of shown) {
    assert.equal(reply.headers.get('x-frame-options'), 'DENY', `${path}: ${who}`);
    assert.match(reply.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, `${path}: ${who}`);
  }
});

test('every field for a password hides it, and lets it be pasted and filled in by a manager of passwords', () => {
  const field = /<input[^>]*\sname="(?:\w*password|repeated)"[^>]*>/gi;
  const inputs = [...pages, ...forms].flatMap(({ reply }) => reply.text.match(field) ?? []);
  assert.ok(inputs.length > 10, String(inputs.length));
  for (const input of inputs) {
    assert.match(input, /\stype="password"/);
    assert.match(input, /\sautocomplete="(?:current|new)-password"/);
    assert.doesNotMatch(input, /\s(?:onpaste|maxlength|readonly)\b/);
  }
});

test('every form for a password says to a manager of passwords whose it is', () => {
  const shown = [...pages, ...forms].flatMap(({ path, reply }) =>
    Array.from(reply.text.matchAll(/<form[\s\S]*?<\/form>/g), ([form]) => ({ path, form })),
  );
  const forPasswords = shown.filter(({ form }) => form.includes('type="password"'));
  assert.deepEqual([...new Set(forPasswords.map(({ path }) => path))].toSorted(), [
    '/reset-password',
    '/settings/delete',
    '/settings/password',
    '/sign-in',
    '/sign-in/second-step',
    '/sign-up',
  ]);
  for (const { path, form } of forPasswords) {
    const filledIn = Array.from(form.matchAll(/\sautocomplete="([\w-]+)"/g), ([, value]) => value);
    assert.equal(filledIn.filter((value) => value === 'username').length, 1, path);
    const first = filledIn.find((value) => value !== 'name');
    assert.equal(first, 'username', `${path}: the name stands before the passwords`);
  }
  const someone = pages.filter(
    ({ who, path }) => who === 'signed in' && /^\/settings\/(?:password|delete)$/.test(path),
  );
  assert.equal(someone.length, 2);
  for (const { reply } of someone) assert.equal(hiddenUsernameIn(reply.text), 'someone');
});
