import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'qemu', 'editor']);
// Imported late: set-up may only just have installed its dependencies.
const { startIde } = await import('./ide/start.mjs');
process.exitCode = await startIde();
