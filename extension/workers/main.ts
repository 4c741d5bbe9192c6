import { parentPort, workerData } from 'node:worker_threads';
import type { Port } from '../base';
import { wrapPort } from '../host';

/** Every worker by name; only the requested one's code in the bundle is evaluated. */
const workers: Readonly<Record<string, (port: Port) => Promise<void>>> = {
  run: async (port) => (await import('./run/run')).serveRuns(port),
  figures: async (port) => (await import('./figures/figures')).serveFigures(port),
  recording: async (port) => (await import('./recording/worker')).serveRecording(port),
  system: async (port) => (await import('./system/worker')).serveSystem(port),
  tools: async (port) => (await import('./tools/tools')).serveTools(port),
};

const { worker } = workerData as { readonly worker: string };
const start = workers[worker];
if (!parentPort || !start) throw new Error(`There is no worker "${worker}".`);
void start(wrapPort(parentPort));
