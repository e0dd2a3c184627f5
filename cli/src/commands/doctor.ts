// `realm doctor`: finds out why the catalog cannot be reached or does not let you in.
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { checkAnswer } from '../doctor/answer-check.ts';
import { checkAccount, checkClock, checkLimit, checkVersion } from '../doctor/catalog-checks.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkAddress, checkName, checkProgram, checkProxy } from '../doctor/local-checks.ts';
import { exitCodes } from '../exit-codes.ts';

export const command: CommandDefinition<[], object> = {
  examples: [['doctor', 'Checks the address, proxy, response, clock, rate limit, version and account.']],
  async run(context) {
    const findings = await examine(context);
    const { output } = context;
    output.records(findings, [
      { header: '', value: ({ isGood }) => (isGood ? 'ok' : 'PROBLEM') },
      { header: 'check', value: ({ check }) => check, style: 'bold' },
      { header: 'found', value: ({ message }) => message, wraps: true },
    ]);
    for (const { isGood, hint } of findings) if (!isGood && hint) output.note(hint);
    const worst = findings.find(({ isGood }) => !isGood);
    if (!worst) output.note('No problems found.');
    return exitCodes[worst?.outcome ?? 'done'];
  },
};

/** What cannot be known after a problem is not checked. */
async function examine(context: CommandContext): Promise<Finding[]> {
  const findings = [checkProgram(), checkAddress(context), checkProxy(context), await checkName(context)];
  if (findings.some(({ isGood }) => !isGood)) return findings;
  const { finding, answer } = await checkAnswer(context);
  findings.push(finding);
  if (!answer) return findings;
  const limit = await checkLimit(context);
  findings.push(checkClock(answer), ...(limit ? [limit] : []));
  if (limit && !limit.isGood) return findings;
  findings.push(await checkVersion(context), await checkAccount(context));
  return findings;
}
