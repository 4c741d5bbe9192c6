import { dirname } from 'node:path';
import { targets } from '../targets';
import { findBoards } from './boards';
import { cli } from './cli';
import { exitCodes } from './command';
import { processTerminal } from './terminal';

/** The first signal ends the work in good order, the second one at once. */
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

/** `process.exit` would cut off what is still on its way into a pipe. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
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
    signal: abortOnSignals(),
    cwd: process.cwd(),
    environment: process.env,
    // The bundle lies in dist, one folder below the package's own.
    packageFolder: dirname(__dirname),
  });
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

void main();
