/**
 * Requests a run from an installed extension's worker, as the editor does, and prints the answers. It is in no clone
 * when it runs: `node order.mjs EXTENSION RUNS TARGET [BENCHMARK ...]`.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const [extension = '', runsFolder = '', target = '', ...patterns] = process.argv.slice(2);
const worker = new Worker(join(extension, 'dist', 'worker.cjs'), { workerData: { worker: 'run' } });
/** @type {import('../../extension/engine/run/spec').RunSpec} */
const spec = {
  target,
  imageFolders: [{ folder: join(extension, 'dist', 'agent'), origin: 'shipped' }],
  runsFolder,
  patterns,
  trace: true,
  iterations: 300,
  repeat: 1,
  settings: {},
  tool: 'package test',
};

worker.on('message', (reply) => {
  if ('reports' in reply) return;
  console.log(JSON.stringify(reply));
  process.exit('gives' in reply ? 0 : 1);
});
worker.postMessage({ id: 0, call: 'run', takes: spec });
