// Every worst case is answered as expected, and the catalog goes on answering; `npm run worst-cases` measures what they cost.
// Needs: minutes
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { worstCases } from '../cases.ts';
import { measureFloods } from '../floods.ts';
import { measureHostileAnswers } from '../hostile-answers.ts';
import { measureHostileCatalogs } from '../hostile-catalog.ts';
import { measureCommands, measureRenames, measureRendering, measureSettings, measureSnapshots } from '../local.ts';
import { FEW_MAILS, measureMails } from '../mails.ts';
import { sendOnce } from '../measure.ts';
import { measureQueues, SMALL_LOAD } from '../queues.ts';
import { isBroken } from '../table.ts';
import { aim, type Aimed } from '../target.ts';

/** Of the variants of a case. */
const MAX_VARIANTS = 6;

let aimed: Aimed;
before(async () => {
  aimed = await aim(50);
});
after(async () => aimed[Symbol.asyncDispose]());

describe('the worst inputs are answered', () => {
  for (const worstCase of worstCases.filter(({ isLarge }) => !isLarge))
    test(worstCase.name, async () => {
      await sendOnce(aimed, worstCase, MAX_VARIANTS);
      assert.equal((await aimed.catalog.ask('/readyz')).status, 200);
    });
});

test('an address that floods is refused', async () => {
  await measureFloods(aimed);
});

test('settings, snapshots, templates, updates and commands of the worst kind are refused or taken, and break nothing', () => {
  measureSettings();
  measureSnapshots();
  measureRendering();
  measureRenames({ lines: 20_000 });
  measureCommands(aimed);
});

test('a hostile catalog costs whoever asks it a bounded part of the disk and of memory', async () => {
  await measureHostileCatalogs({ withLarge: false });
});

test('a hostile provider of identities, S3 store or mail server costs the catalog that asks it a bounded part of memory', async () => {
  await measureHostileAnswers({ withLong: false });
});

test('others are served while one has the worst work in a queue', async () => {
  await measureQueues(aimed, SMALL_LOAD);
});

test('an account is sent one mail of each kind, whatever waits for it', async () => {
  assert.equal((await measureMails(FEW_MAILS)).length, 4);
});

test('a row breaks a bound of its own, of time or of memory', () => {
  const row = { name: 'a', worst: 'b', heldUpMs: 1, answeredMs: 9, keptBytes: 9 };
  assert.deepEqual(
    [{}, { maxAnsweredMs: 9, maxKeptBytes: 9 }, { maxAnsweredMs: 8 }, { maxKeptBytes: 8 }].map((bounds) =>
      isBroken({ ...row, ...bounds }),
    ),
    [false, false, true, true],
  );
});

test('none of them was an error of the catalog', () => {
  const faults = aimed.catalog.logged.filter(({ level }) => Number(level) >= 50);
  assert.deepEqual(faults, []);
});
