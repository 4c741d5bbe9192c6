import { buildAll } from './lib/build.mjs';
import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'qemu', 'editor']);
const code = await buildAll();
if (code !== 0) process.exit(code);
// Imported late: set-up may only just have installed its dependencies.
const { takeScreenshots } = await import('./screenshots/take.mjs');
const failed = await takeScreenshots(process.argv.slice(2));
process.exit(failed.length ? 1 : 0);
