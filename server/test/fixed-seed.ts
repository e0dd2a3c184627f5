// Generated inputs with a fixed seed: fast-check gives the same ones on every run. `TEST_SEED` takes another seed.
import { configureGlobal } from 'fast-check';

export * as fc from 'fast-check';

export const SEED = Number(process.env['TEST_SEED'] ?? 20_261_116);

configureGlobal({ seed: SEED });
