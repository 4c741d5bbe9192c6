import { startIde } from './ide/start.mjs';
import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'qemu', 'editor']);
process.exitCode = await startIde();
