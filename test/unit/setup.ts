import fc from 'fast-check';
import { isEverything } from '../everything';

/*
 * `npm test` tries the same made-up cases each time: it judges a change, and a case that has been wrong
 * for long must not refuse one that has nothing to do with it. `npm run test:all` looks for such cases.
 * A failure prints its seed and its path, and CYCLESCOPE_FUZZ_SEED=SEED repeats all cases of that seed.
 */
const usualSeed = isEverything ? Math.trunc(Math.random() * 2 ** 31) : 1;

fc.configureGlobal({ seed: Number(process.env['CYCLESCOPE_FUZZ_SEED'] ?? usualSeed) });
