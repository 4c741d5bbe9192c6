import { readOptions } from './lib/options.mjs';
import { runServer } from './lib/server.mjs';

/** Options of `LinkServer gdbserver`, by its documentation. */
const OPTIONS = /** @type {const} */ ({
  '--probe': 1,
  '--gdb-port': 1,
  '--semihost-port': 1,
  '--attach': 0,
  '-a': 0,
  '-o': 1,
  '--override': 1,
  '--keep-alive': 0,
  '--core': 1,
  '-c': 1,
});
const DEVICES = ['MIMXRT1052xxxxB', 'MIMXRT1052xxxxB:EVKB-IMXRT1050', 'LPC55S69'];

/**
 * A stand-in for NXP's LinkServer: implements its documentation in front of a simulated core.
 * @param {import('./lib/behaviour.mjs').Behaviour} behaviour
 */
export async function main(behaviour) {
  const [command, ...args] = process.argv.slice(2);
  const refuse = (/** @type {string} */ problem) => {
    console.error(`Usage: LinkServer gdbserver [OPTIONS] DEVICE\nError: ${problem}`);
    process.exit(2);
  };
  if (command !== 'gdbserver') return refuse(`No such command '${command}'.`);
  const { options, rest } = readOptions(args, OPTIONS, (option) =>
    refuse(`No such option: ${option}`),
  );
  const [device = ''] = rest;
  if (!DEVICES.includes(device)) {
    console.error(`ERROR: No match found for ${device}`);
    process.exit(1);
  }
  const port = Number(options['--gdb-port']);
  await runServer({
    behaviour,
    banner: [
      `INFO: Exact match for ${device} found`,
      `INFO: Selected device ${device}`,
      'INFO: Getting available probes',
      `INFO: Selected probe ${options['--probe']} (stand-in)`,
      '',
    ].join('\n'),
    ready: `GDB server listening on port ${port} in debug mode (core cm7)\nSemihosting server listening on port ${options['--semihost-port']} (core cm7)\n`,
    gdbPort: port,
    taken: (taken) => `ERROR: port ${taken} is in use`,
    monitor: {
      reset: (core) => {
        core.reset();
        return '';
      },
    },
  });
}
