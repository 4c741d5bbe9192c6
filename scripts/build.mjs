import { buildAll } from './lib/build.mjs';
import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent']);
process.exitCode = await buildAll();
