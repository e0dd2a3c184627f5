// A program for tests that asks the questions that commands ask, with the prompts of the command line.
import { exitCodes } from '../../src/exit-codes.ts';
import { InterruptedError } from '../../src/failure.ts';
import { createPrompt } from '../../src/terminal/prompt.ts';

const { stdin, stdout, stderr, env } = process;
const { signal } = new AbortController();
const prompt = createPrompt({ stdin, stdout, stderr, env, cwd: '.', signal }, { color: true, input: true });
const otherwise = 'realm ask --yes';
/** As a hostile catalog or archive would have it. */
const EVIL = '\u001b]0;owned\u0007';

try {
  const name = await prompt.text({
    message: 'Which name?',
    otherwise,
    validate: (text) => (text ? undefined : 'A name is needed.'),
  });
  const license = await prompt.select({
    message: `Which license?${EVIL}`,
    otherwise,
    options: [{ value: 'MIT', hint: `short${EVIL}` }, { value: 'Apache-2.0' }, { value: `other${EVIL}` }],
  });
  const isSure = await prompt.confirm({ message: 'Publish it?', otherwise, default: false });
  stdout.write(`\nanswers: ${name}, ${license}, ${isSure}\n`);
} catch (error) {
  if (!(error instanceof InterruptedError)) throw error;
  process.exitCode = exitCodes.interrupted;
}
