import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/*
 * Plays the extension host. Lines in: `run SPEC`, a RunSpec as JSON, `cancel`, and `end`, which
 * ends the worker as a crash would. Lines out: every message of the worker, as JSON, and `ended`.
 */
const script = fileURLToPath(new URL('../../../dist/worker.cjs', import.meta.url));

/** @type {Worker | undefined} */
let worker;

const say = (/** @type {unknown} */ message) => console.log(JSON.stringify(message));

function run(/** @type {string} */ spec) {
  worker = new Worker(script, { workerData: { worker: 'run' } });
  worker.on('message', say);
  worker.on('exit', () => say('ended'));
  worker.postMessage({ id: 0, call: 'run', takes: JSON.parse(spec) });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('run ')) run(line.slice('run '.length));
  if (line === 'cancel') worker?.postMessage({ id: 0, cancel: true });
  if (line === 'end') void worker?.terminate();
});
