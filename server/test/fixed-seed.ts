// Gives generated inputs a fixed seed, so that the tests are the same on every run. `TEST_SEED` takes another.
import * as fc from 'fast-check';

export const SEED = Number(process.env['TEST_SEED'] ?? 20_261_116);

fc.configureGlobal({ seed: SEED });
