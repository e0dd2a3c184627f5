// A program for tests that asks the questions that commands ask, with the prompts of the command line.
import { exitCodes } from '../../src/exit-codes.ts';
import { InterruptedError } from '../../src/failure.ts';
import { createPrompt } from '../../src/prompt.ts';

const { stdin, stdout, stderr, env } = process;
const { signal } = new AbortController();
const prompt = createPrompt({ stdin, stdout, stderr, env, cwd: '.', signal }, { color: true, input: true });
const otherwise = 'realm ask --yes';

try {
  const name = await prompt.text({
    message: 'Which name?',
    otherwise,
    validate: (text) => (text ? undefined : 'A name is needed.'),
  });
  const license = await prompt.select({
    message: 'Which license?',
    otherwise,
    options: [{ value: 'MIT' }, { value: 'Apache-2.0' }],
  });
  const isSure = await prompt.confirm({ message: 'Publish it?', otherwise, default: false });
  stdout.write(`\nanswers: ${name}, ${license}, ${isSure}\n`);
} catch (error) {
  if (!(error instanceof InterruptedError)) throw error;
  process.exitCode = exitCodes.interrupted;
}
