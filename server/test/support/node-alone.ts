// Whether this is `npm test`, which needs Node alone: no other server, browser, language or package of Debian.
import type { Need } from './run-line.ts';

export const isNodeAlone = process.env['TEST_NODE_ALONE'] === 'yes';

/** Why `npm test` skips a test. */
export const LEFT_TO_TEST_ALL = 'npm run test:all runs it';

/** Throws in `npm test`, which leaves out the files that say what they need. */
export function assertIsNeeded(need: Need): void {
  if (isNodeAlone) throw new Error(`A file of tests that starts this has the line “// Needs: ${need}”.`);
}
