import { buildAll } from './lib/build.mjs';
import { cli, inRoot } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { whitePaperOptions } from './lib/white-paper.mjs';
import { ensure } from './setup/ensure.mjs';

const report = inRoot('report.md');

/**
 * The white paper's two sides, each with its agent; without Linux only the first.
 *
 * @type {{ target: string, agent: string, layers: import('./setup/layers.mjs').LayerName[] }[]}
 */
const bothSides = [
  { target: 'qemu-freertos-m7', agent: 'qemu-freertos-m7', layers: ['unit', 'agent', 'qemu'] },
  { target: 'qemu-linux-imx6ul', agent: 'linux-armhf', layers: ['linux', 'imx6ul'] },
];
const sides = process.platform === 'linux' ? bothSides : bothSides.slice(0, 1);

const published = ['zephyr-rt1050', 'linux-imx6ul'].map(
  (column) => `published:nxp-zephyr-linux/average/${column}`,
);

await ensure(sides.flatMap(({ layers }) => layers));
process.exitCode =
  (await buildAll(sides.map(({ agent }) => agent))) ||
  (await measureAll()) ||
  (await writeReport());

async function measureAll() {
  for (const { target } of sides) {
    process.stderr.write(`\n${target}\n`);
    const code = await measure(target);
    if (code !== 0) return code;
  }
  return 0;
}

function measure(/** @type {string} */ target) {
  return runNode([cli, 'run', '--target', target, ...whitePaperOptions, ...process.argv.slice(2)]);
}

async function writeReport() {
  const runs = sides.map(({ target }) => `latest:${target}`);
  const code = await runNode([cli, 'report', ...runs, ...published, '-o', report]);
  if (code === 0) console.log('Run again it starts at once: npm run bench');
  return code;
}
