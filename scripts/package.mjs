import { buildShipped, pack } from './package/make.mjs';
import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'linux']);
process.exitCode = (await buildShipped()) || (await pack());
