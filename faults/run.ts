// `npm run torture`: does one fault to a catalog, or all of them, and says what came of it.
import { parseArgs } from 'node:util';
import { faults } from './faults.ts';
import { NotPossibleError } from './fault.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { minutes: { type: 'string' } } });
const minutes = values.minutes === undefined ? {} : { minutes: Number(values.minutes) };

function usage(): string {
  const lines = Object.entries(faults).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`);
  return [
    'npm run torture -- NAME [--minutes N]',
    ...lines,
    'Without a name: all of them, the lasting ones briefly.',
  ].join('\n');
}

async function torture(name: string, isAlone: boolean): Promise<boolean> {
  const fault = faults[name];
  if (!fault) throw new Error(usage());
  console.log(`\n${name}: ${fault.about}`);
  const from = performance.now();
  try {
    const figures = await fault.run({
      isShort: !isAlone && fault.isLasting === true,
      report: (line) => console.log(`  ${line}`),
      ...minutes,
    });
    console.dir(figures, { depth: 4 });
    console.log(`${name}: held (${((performance.now() - from) / 1_000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`${name}: ${error instanceof NotPossibleError ? `skipped, ${error.message}` : 'NOT HELD'}`);
    if (!(error instanceof NotPossibleError)) console.error(error);
    return error instanceof NotPossibleError;
  }
}

const unknown = positionals.filter((name) => !(name in faults));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}.\n\n${usage()}`);
  process.exit(2);
}
if (positionals.length === 0) console.log(usage());
let held = true;
for (const name of positionals.length > 0 ? positionals : Object.keys(faults))
  held = (await torture(name, positionals.length > 0)) && held;
process.exit(held ? 0 : 1);
