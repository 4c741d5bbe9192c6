import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'linux']);
// Imported late: set-up may only just have installed its dependencies.
const { buildShipped, pack } = await import('./package/make.mjs');
process.exitCode = (await buildShipped()) || (await pack());
