import { programOf, type VendorProgram } from '../../../../host';
import type { PyOcdSetup } from '../../../setup';
import type { ServerCommand, ServerStart } from '../../server';

/** pyOCD as pip and pipx install it. */
export const PYOCD_PROGRAM: VendorProgram = {
  names: { linux: 'pyocd' },
  folders: { linux: ['~/.local/bin'], darwin: ['~/.local/bin'] },
};

/**
 * pyOCD's command line. It takes no RTT section: its own service looks every millisecond, also while the
 * agent measures. Two defaults are not ours: it would erase a locked device on connecting, and its cache
 * of memory asks for the core's state before every read.
 */
export function pyOcdCommand(start: ServerStart<PyOcdSetup>): ServerCommand {
  const { board, setup, ports, folder } = start;
  const { probe, speedKhz } = board;
  return {
    program: programOf(PYOCD_PROGRAM, setup.program),
    args: [
      'gdbserver',
      '--port',
      `${ports.gdb}`,
      '--telnet-port',
      `${ports.telnet}`,
      '--connect',
      'attach',
      '--no-wait',
      '-O',
      'auto_unlock=false',
      '-O',
      'cache.enable_memory=false',
      // It runs what it finds in the folder it works in; a configuration that means its own says so behind.
      '--project',
      folder,
      ...(probe === undefined ? [] : ['--uid', probe]),
      ...(setup.target === undefined ? [] : ['--target', setup.target]),
      ...(speedKhz === undefined ? [] : ['--frequency', `${speedKhz}k`]),
      ...setup.args,
    ],
  };
}
