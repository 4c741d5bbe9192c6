import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { compress } from './lib/compress.mjs';
import { cli, inRoot } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { ensure } from './setup/ensure.mjs';

/** Benchmarks of both sides of the white paper that repeat exactly. */
const benches = ['heap/*', 'mutex/*', 'thread/create', 'thread/join', 'context_switch/*'];
const targets = ['qemu-freertos-m7', 'qemu-linux-imx6ul'];
const sample = inRoot('media', 'sample');

await ensure(['unit', 'agent', 'qemu', 'linux', 'imx6ul']);
process.exitCode = (await buildAll(['qemu-freertos-m7', 'linux-armhf'])) || (await makeSample());

/** Measures with the white paper's counts and stores the runs for the package. */
async function makeSample() {
  // The records contain their command, so it must be one that anybody would use.
  const workspace = mkdtempSync(join(tmpdir(), 'cyclescope-sample-'));
  try {
    for (const target of targets) {
      const chosen = benches.flatMap((bench) => ['--bench', bench]);
      const call = [
        cli,
        'run',
        '--target',
        target,
        ...chosen,
        '--trace',
        '--traced-iterations',
        '500',
      ];
      const code = await runNode(call, { cwd: workspace });
      if (code !== 0) return code;
    }
    rmSync(sample, { recursive: true, force: true });
    const runs = join(workspace, '.cyclescope', 'runs');
    for (const run of readdirSync(runs))
      cpSync(join(runs, run), join(sample, run), { recursive: true });
    packRecordings();
    return 0;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** Packs each recording into a file of its own, which takes a tenth of the space. */
function packRecordings() {
  const names = readdirSync(sample, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.SVDat'))) {
    const recording = join(sample, name);
    writeFileSync(`${recording}.br`, compress(readFileSync(recording)));
    rmSync(recording);
  }
}
