// `npm run worst-cases`: sends every worst case to a catalog, prints what each costs, and fails where a bound is broken.
//   --write          puts the table into docs/reliability.md
//   --only WORDS     only the cases, queues, mails and slow readers whose names hold these words
//   --realms N       instead of 20,000
import { parseArgs } from 'node:util';
import { worstCases } from './cases.ts';
import { measureHostileAnswers } from './hostile-answers.ts';
import { measureHostileCatalogs } from './hostile-catalog.ts';
import { measureCommands, measureRenames, measureRendering, measureSettings, measureSnapshots } from './local.ts';
import { FLOODS, measureFloods } from './floods.ts';
import { FULL_MAILS, measureMails } from './mails.ts';
import { measure, type Measured } from './measure.ts';
import { FULL_LOAD, measureQueues } from './queues.ts';
import { measureSlowReaders, SLOW_READERS } from './slow-readers.ts';
import { isBroken, tableOf, writeTable } from './table.ts';
import { aim } from './target.ts';

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    realms: { type: 'string', default: '20000' },
  },
});

async function main(): Promise<void> {
  const realms = Number(values.realms);
  console.log(`Filling a catalog with ${realms} realms …`);
  await using aimed = await aim(realms);
  const isChosen = (name: string) => name.includes(values.only);
  const chosen = worstCases.filter(({ name }) => isChosen(name));
  const measured: Measured[] = [];
  function report(row: Measured): void {
    measured.push(row);
    const figures = [row.heldUpMs.toFixed(1), row.answeredMs.toFixed(0), (row.keptBytes / 1_024).toFixed(1)];
    console.log(
      `${isBroken(row) ? '✖' : ' '} ${figures.map((text) => text.padStart(9)).join('')}  ${row.name}: ${row.worst}`,
    );
  }
  // What is loaded and compiled with the first inputs and the first page is none of their cost.
  if (chosen[0]) await measure(aimed, chosen[0]);
  await aimed.catalog.ask(`/realms/${aimed.target.slug}`);
  console.log('    busy ms answered ms kept KiB');
  for (const worstCase of chosen) report(await measure(aimed, worstCase));
  if (isChosen(FLOODS)) report(await measureFloods(aimed));
  (await measureQueues(aimed, FULL_LOAD, isChosen)).forEach(report);
  (await measureMails(FULL_MAILS, isChosen)).forEach(report);
  if (isChosen(SLOW_READERS)) report(await measureSlowReaders(aimed));
  if (values.only === '') {
    [measureSettings(), measureSnapshots(), measureRendering(), measureRenames(), measureCommands(aimed)].forEach(
      report,
    );
    (await measureHostileAnswers({ withLong: true })).forEach(report);
    (await measureHostileCatalogs({ withLarge: true })).forEach(report);
  }
  if (values.write) writeTable(measured, realms);
  const broken = measured.filter(isBroken);
  if (broken.length > 0) console.log(`\nThese break a bound:\n\n${tableOf(broken)}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}

await main();
