import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { targets } from '../targets';
import { findBoards } from './context';
import { cli } from './cli';
import { exitCodes } from './command';
import { processTerminal } from './terminal';
import { runInThread, serveThread } from './threads';

/** The first signal cancels the command, the second one exits at once. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCodes.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}

/** Waits until a pipe has everything, which `process.exit` would cut off. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    stream.write('', () => resolve());
  });
}

async function main(): Promise<void> {
  const code = await cli(process.argv.slice(2), {
    terminal: processTerminal(process),
    targets: targets(),
    findBoards,
    runApart: runInThread,
    signal: abortOnSignals(),
    cwd: process.cwd(),
    environment: process.env,
    // The bundle is in dist, one folder below the package's own.
    packageFolder: dirname(__dirname),
  });
  await Promise.all([flush(process.stdout), flush(process.stderr)]);
  process.exit(code);
}

// A run beside others is a thread of this same file.
if (parentPort) serveThread(parentPort);
else void main();
