import { quoted } from '../../../base';
import {
  type BoardSetup,
  isProbed,
  type LinkServerSetup,
  type OpenOcdSetup,
  type ServerSetup,
  type SetupGap,
} from '../../setup';

/** Why no probe is seen in a Linux inside Windows. */
export const WSL: SetupGap = {
  what: 'Probes at USB are not seen inside WSL',
  remedy:
    'Start the debug server on Windows so that it listens to WSL, and use gdb://HOST:PORT here; ' +
    'HOST is the address behind "default via" of ip route, or localhost with mirrored networking. ' +
    'Or hand the probe over with usbipd.',
};

/** Why no probe is seen in a container. */
export const CONTAINER: SetupGap = {
  what: 'Probes at USB are not seen inside this container',
  remedy:
    'Start the debug server on the computer that has the probe, and use gdb://HOST:PORT here, ' +
    'such as gdb://host.docker.internal:3333. Or give the container /dev/bus/usb.',
};

/** The command that starts a board's server where its probe is, so that it can be reached from here. */
export function otherSideCommand(board: BoardSetup): string | undefined {
  if (!isProbed(board)) return undefined;
  const { server, probe, speedKhz } = board;
  const words = server && wordsFor(server, probe, speedKhz);
  return words?.map(quoted).join(' ');
}

/** Programs and files lie elsewhere on the other side: programs are called by their names alone. */
function wordsFor(
  server: ServerSetup,
  probe: string | undefined,
  speedKhz: number | undefined,
): readonly string[] | undefined {
  const option = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [name, String(value)];
  switch (server.kind) {
    case 'openocd':
      return openOcdWords(server, probe, speedKhz);
    case 'pyocd':
      return [
        'pyocd',
        'gdbserver',
        '--allow-remote',
        '--persist',
        '--port',
        '3333',
        ...option('--target', server.target),
        ...option('--uid', probe),
        ...option('--frequency', speedKhz && speedKhz * 1000),
        ...withoutProject(server.args),
      ];
    case 'jlink':
      return [
        'JLinkGDBServerCL',
        '-nogui',
        '-nolocalhostonly',
        '-port',
        '2331',
        '-device',
        server.device,
        '-if',
        server.interface ?? 'swd',
        ...option('-select', probe && `usb=${probe}`),
        ...option('-speed', speedKhz),
        ...server.args,
      ];
    case 'linkserver':
      return linkServerWords(server, option('--probe', probe));
    case 'stlink':
      return [
        'ST-LINK_gdbserver',
        '--swd',
        '--persistent',
        '-p',
        '61234',
        ...option('-cp', server.programmerFolder),
        ...option('-i', probe),
        ...server.args,
      ];
    case 'external':
      return undefined;
  }
}

/** The project's folder is one of this side. */
function withoutProject(args: readonly string[]): readonly string[] {
  return args[0] === '--project' ? args.slice(2) : args;
}

function openOcdWords(
  server: OpenOcdSetup,
  probe: string | undefined,
  speedKhz: number | undefined,
): readonly string[] {
  const command = (text: string) => ['-c', text];
  return [
    'openocd',
    ...command('bindto 0.0.0.0'),
    // Without it, memory that cannot be read would look like zeros.
    ...command('gdb_report_data_abort enable'),
    ...(server.commandsFirst ?? []).flatMap(command),
    ...server.configFiles.flatMap((file) => ['-f', file]),
    ...(probe === undefined ? [] : command(`adapter serial ${probe}`)),
    ...(speedKhz === undefined ? [] : command(`adapter speed ${speedKhz}`)),
    ...server.commands.flatMap(command),
  ];
}

function linkServerWords({ args, device }: LinkServerSetup, probe: readonly string[]) {
  return [
    'LinkServer',
    'gdbserver',
    '--keep-alive',
    '--gdb-port',
    '3333',
    ...probe,
    ...args,
    device,
  ];
}
