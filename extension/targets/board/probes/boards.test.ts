import { describe, expect, test } from 'vitest';
import type { BoardSetup, ServerSetup } from '../../setup';
import { attachedProbes, otherSide } from './attached';
import { probeBoards } from './boards';
import type { Probe } from './probe';

const jlink: Probe = {
  title: 'J-Link',
  serial: '683001234',
  usbId: '1366:0105',
  servers: ['jlink'],
};
const nameless: Probe = {
  title: 'ST-LINK/V2',
  serial: '',
  usbId: '0483:3748',
  servers: ['openocd'],
};

const board = (server: ServerSetup, more: Partial<BoardSetup> = {}): BoardSetup => ({
  id: 'board:x',
  title: 'x',
  source: 'here',
  namesPrograms: false,
  gaps: [],
  server,
  ...more,
});
const pyocd = { kind: 'pyocd', args: [] } as const;
const segger = { kind: 'jlink', device: 'A', args: [] } as const;

describe('a probe that is in no configuration', () => {
  test('is a board whose device is asked for', () => {
    expect(probeBoards([jlink], [])).toEqual([
      {
        id: 'probe:683001234',
        title: 'J-Link 683001234',
        source: 'attached probe (USB 1366:0105)',
        probe: '683001234',
        namesPrograms: false,
        gaps: [
          {
            what: 'Its device is unknown: no configuration names this probe',
            remedy:
              'Add it to the setting cyclescope.boards: {"name": "..", "server": "jlink", "device": "..", "probe": "683001234"}',
          },
        ],
      },
    ]);
  });

  test('without a number; two of them are two', () => {
    const [one, two] = probeBoards([nameless, nameless], []);
    expect(one).toMatchObject({ id: 'probe:0483:3748', title: 'ST-LINK/V2', probe: undefined });
    expect(two?.id).toBe('probe:0483:3748 (2)');
    expect(one?.gaps[0]?.remedy).toContain('configFiles');
  });

  test('that may not be opened', () => {
    const [denied] = probeBoards([{ ...jlink, isDenied: true }], []);
    expect(denied?.gaps[1]?.remedy).toContain('udev');
  });
});

test.each([
  [board(segger, { probe: '000683001234' }), 0],
  [board(segger, { probe: '683001235' }), 1],
  [board(segger, { probe: '1234' }), 1],
  [board(pyocd, { probe: '1234' }), 0],
  [board(segger), 1],
])('%# a probe that a configuration names is left out', (named, count) => {
  expect(probeBoards([jlink], [named])).toHaveLength(count);
});

describe('the commands for the other side', () => {
  test.each<[server: ServerSetup, command: string, port: number, isOpen?: true]>([
    [
      {
        kind: 'openocd',
        configFiles: ['board/a b.cfg'],
        searchFolders: [],
        commandsFirst: ['set X 1'],
        commands: [],
      },
      "openocd -c 'bindto 127.0.0.1' -c 'gdb_report_data_abort enable' -c 'set X 1' -f 'board/a b.cfg' -c 'adapter serial 815' -c 'adapter speed 4000'",
      3333,
    ],
    [
      { kind: 'pyocd', target: 'stm32f4', program: '/here/pyocd', args: ['--project', '/here'] },
      'pyocd gdbserver --persist --port 3333 --target stm32f4 --uid 815 --frequency 4000000',
      3333,
    ],
    [
      { ...segger, program: '/here/JLink' },
      'JLinkGDBServerCL -nogui -localhostonly -port 2331 -device A -if swd -select usb=815 -speed 4000',
      2331,
    ],
    [
      { kind: 'linkserver', device: 'A:B', args: [] },
      'LinkServer gdbserver --keep-alive --gdb-port 3333 --probe 815 A:B',
      3333,
      true,
    ],
    [
      { kind: 'stlink', args: [] },
      'ST-LINK_gdbserver --swd --persistent -p 61234 -i 815',
      61234,
      true,
    ],
  ])('%j', (server, command, port, isOpen) => {
    const found = otherSide(board(server, { probe: '815', speedKhz: 4000 }));
    expect(found).toMatchObject({ command, target: `gdb://localhost:${port}` });
    expect(found?.tunnel).toMatch(new RegExp(`^ssh -N -R ${port}:localhost:${port} \\S+@\\S+$`));
    expect(found?.remark).toEqual(isOpen && expect.stringContaining(`block port ${port}`));
  });

  test('a server that runs already needs none', () => {
    expect(otherSide(board({ kind: 'external', host: 'x', port: 1 }))).toBeUndefined();
  });
});

test('examining this computer never throws', async () => {
  const { probes, blind } = await attachedProbes(AbortSignal.abort());
  expect(Array.isArray(probes)).toBe(true);
  if (blind !== undefined) expect(blind.remedy).toContain('gdb://');
});
