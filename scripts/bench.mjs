import { buildAll } from './lib/build.mjs';
import { cli, inRoot } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { ensure } from './setup/ensure.mjs';

const target = 'qemu-freertos-m7';
const suites = ['heap', 'mutex', 'thread', 'context_switch'];
const report = inRoot('report.md');

await ensure(['unit', 'agent', 'qemu']);
process.exitCode = (await buildAll()) || (await measure()) || (await writeReport());

function measure() {
  const benches = suites.flatMap((suite) => ['--bench', `${suite}/*`]);
  return runNode([cli, 'run', '--target', target, ...benches, ...process.argv.slice(2)]);
}

async function writeReport() {
  const code = await runNode([cli, 'report', `latest:${target}`, '-o', report]);
  if (code === 0) console.log('Run again it starts at once: npm run bench');
  return code;
}
