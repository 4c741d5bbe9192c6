import { readOptions } from './lib/options.mjs';
import { runServer } from './lib/server.mjs';

/** Options of `probe-rs gdb`, by its sources. */
const OPTIONS = /** @type {const} */ ({
  '--gdb-connection-string': 1,
  '--reset-halt': 0,
  '--chip': 1,
  '--chip-description-path': 1,
  '--protocol': 1,
  '--non-interactive': 0,
  '--probe': 1,
  '--speed': 1,
  '--connect-under-reset': 0,
});
const SELECTOR = /^[0-9a-f]{4}:[0-9a-f]{4}(?:-\d+)?(?::.+)?$/i;

/**
 * A stand-in for `probe-rs gdb`: implements its sources in front of a simulated core.
 * @param {import('./lib/behaviour.mjs').Behaviour} behaviour
 */
export async function main(behaviour) {
  const [command, ...args] = process.argv.slice(2);
  const refuse = (/** @type {string} */ problem) => {
    console.error(`error: ${problem}\n\nFor more information, try '--help'.`);
    process.exit(2);
  };
  if (command !== 'gdb') return refuse(`unrecognized subcommand '${command}'`);
  const { options } = readOptions(args, OPTIONS, (option) =>
    refuse(`unexpected argument '${option}' found`),
  );
  const { '--probe': probe, '--chip': chip, '--gdb-connection-string': address = '' } = options;
  if (probe !== undefined && !SELECTOR.test(probe)) {
    return refuse(
      `invalid value '${probe}' for '--probe <PROBE>': Please use one of the following`,
    );
  }
  if (chip === 'AT91') {
    console.error(`Error: The chip '${chip}' was not found in the database.`);
    process.exit(1);
  }
  await runServer({
    behaviour,
    banner: '',
    ready: `Firing up GDB stub for Armv7em cores at [${address}]\n`,
    gdbPort: Number(address.split(':').at(-1)),
    taken: () =>
      'During the execution of GDB an error was encountered:\nAddress already in use (os error 98)',
    monitor: {
      reset: (core) => {
        core.reset();
        core.run();
        return 'Resetting target\nDone\n';
      },
      'reset halt': (core) => {
        core.reset();
        return 'Resetting and halting target\nTarget halted\n';
      },
    },
  });
}
