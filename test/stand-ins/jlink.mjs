import { readOptions } from './lib/options.mjs';
import { serveRtt } from './lib/rtt-telnet.mjs';
import { runServer } from './lib/server.mjs';

/** Options of SEGGER's server, by its manual. */
const OPTIONS = /** @type {const} */ ({
  '-singlerun': 0,
  '-nogui': 0,
  '-noir': 0,
  '-nohalt': 0,
  '-silent': 0,
  '-localhostonly': 1,
  '-if': 1,
  '-port': 1,
  '-swoport': 1,
  '-telnetport': 1,
  '-rtttelnetport': 1,
  '-device': 1,
  '-select': 1,
  '-speed': 1,
  '-jlinkscriptfile': 1,
  '-rtos': 1,
});
const DEVICES = ['MIMXRT1052xxxxB', 'MCIMXRT1052', 'STM32F746NG', 'GD32F303RC'];

/**
 * A stand-in for JLinkGDBServerCL: implements its documentation in front of a simulated core.
 * @param {import('./lib/behaviour.mjs').Behaviour} behaviour
 */
export async function main(behaviour) {
  const { options } = readOptions(process.argv.slice(2), OPTIONS, (option) => {
    console.log(`Unknown command line option ${option}.`);
    process.exit(1);
  });
  const device = options['-device'] ?? '';
  if (!DEVICES.includes(device)) {
    console.log(`Failed to get index for device name '${device}'.GDBServer will be closed...`);
    process.exit(1);
  }
  let connections = 0;
  await runServer({
    behaviour,
    banner: [
      'SEGGER J-Link GDB Server V0.00 Command Line Version (stand-in)',
      '',
      '-----GDB Server start settings-----',
      `GDB Server Listening port:     ${options['-port']}`,
      '------Target related settings------',
      `Target device:                 ${device}`,
      '',
      'Connecting to J-Link...',
      'J-Link is connected.',
      'Checking target voltage...',
      'Target voltage: 3.30 V',
      '',
    ].join('\n'),
    // The line ends when somebody connects.
    ready: `Listening on TCP/IP port ${options['-port']}\nConnecting to target...\nConnected to target\nWaiting for GDB connection...`,
    gdbPort: Number(options['-port']),
    taken: (port) => `ERROR: Failed to open listener port ${port}.`,
    monitor: {
      reset: (core) => {
        core.reset();
        return 'Resetting target\n';
      },
      halt: (core) => {
        core.halt();
        return 'Halting target CPU...\n';
      },
      go: (core) => {
        core.run();
        return '';
      },
    },
    services: [
      {
        port: Number(options['-rtttelnetport']),
        serve: (socket, core) => {
          if (connections === (behaviour.rttConnections ?? Infinity)) return void socket.destroy();
          connections += 1;
          socket.on('close', () => (connections -= 1));
          serveRtt(socket, core);
        },
      },
    ],
  });
}
