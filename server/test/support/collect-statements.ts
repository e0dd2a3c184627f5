// Begins to collect the statements of this process, if a run of tests wants them.
import { collectStatements } from './statements.ts';

const log = process.env['TEST_STATEMENT_LOG'];
if (log) collectStatements(log);
