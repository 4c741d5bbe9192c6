import { existsSync } from 'node:fs';
import { readOptions } from './lib/options.mjs';
import { resetAndHalt, runServer } from './lib/server.mjs';

/** Options of ST's server, by its manual. */
const OPTIONS = /** @type {const} */ ({
  '-p': 1,
  '--port-number': 1,
  '-cp': 1,
  '-d': 0,
  '--swd': 0,
  '--halt': 0,
  '-g': 0,
  '--attach': 0,
  '-i': 1,
  '--serial-number': 1,
  '--frequency': 1,
  '-k': 0,
  '-e': 0,
});

/**
 * A stand-in for ST-LINK_gdbserver: implements its documentation in front of a simulated core.
 * @param {import('./lib/behaviour.mjs').Behaviour} behaviour
 */
export async function main(behaviour) {
  const { options } = readOptions(process.argv.slice(2), OPTIONS, (option) => {
    console.error(
      `PARSE ERROR: Argument: ${option}\n             Couldn't find match for argument`,
    );
    process.exit(1);
  });
  if (!existsSync(options['-cp'] ?? '')) {
    console.error(
      'Error in initializing ST-LINK device.\nReason: Failed to locate STM32CubeProgrammer.',
    );
    process.exit(1);
  }
  const port = Number(options['-p']);
  await runServer({
    behaviour,
    banner: [
      'STMicroelectronics ST-LINK GDB server. Version 0.0.0 (stand-in)',
      '',
      'Starting server with the following options:',
      '        Persistent Mode            : Disabled',
      `        Listen Port Number         : ${port}`,
      '        SWD Debug                  : Enabled',
      '',
    ].join('\n'),
    ready: 'Waiting for debugger connection...\n',
    gdbPort: port,
    taken: () => 'Failed to bind to port, error code -1',
    monitor: resetAndHalt,
  });
}
