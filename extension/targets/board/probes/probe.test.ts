import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readChips } from '../../../chips';
import type { BoardSetup, ServerSetup } from '../../setup';
import {
  findAttachedProbes,
  ioregDevices,
  describeOtherSide,
  PNP_SCRIPT,
  pnpDevices,
} from './attached';
import {
  boardWithChip,
  chipOfBoard,
  listConnectedBoards,
  type Probe,
  probeBoards,
  identifyProbe,
  withServerForChip,
} from './probe';

describe('recognises debug probes', () => {
  const device = { serial: '', names: [] };

  test.each([
    [0x1366, 0x0105, [], 'J-Link', 'jlink'],
    [0x1366, 0x1024, [], 'J-Link', 'jlink'],
    [0x0483, 0x374b, [], 'ST-LINK/V2-1', 'openocd'],
    [0x0483, 0x374e, [], 'ST-LINK/V3', 'openocd'],
    [0x1fc9, 0x0143, [], 'MCU-Link', 'linkserver'],
    [0x1fc9, 0x0090, [], 'LPC-Link2', 'linkserver'],
    [0x0d28, 0x0204, [], 'DAPLink', 'pyocd'],
    [0x2e8a, 0x000c, ['Debugprobe on Pico (CMSIS-DAP)'], 'Raspberry Pi Debug Probe', 'pyocd'],
    [0x1234, 0x5678, ['Homemade', 'My CMSIS-DAP v2 Interface'], 'Homemade', 'pyocd'],
  ])('%i:%i %j is a %s', (vendor, product, names, title, server) => {
    const probe = identifyProbe({ ...device, vendor, product, names });
    expect(probe).toMatchObject({ title });
    expect(probe?.servers[0]).toBe(server);
  });

  test.each([
    [0x0483, 0x5740, ['STM32 Virtual ComPort']],
    [0x1fc9, 0x000c, ['LPC DFU']],
    [0x0403, 0x6010, ['Dual RS232-HS']],
    [0x1d6b, 0x0002, ['xHCI Host Controller']],
  ])('ignores %i:%i %j', (vendor, product, names) => {
    expect(identifyProbe({ ...device, vendor, product, names })).toBeUndefined();
  });

  test('serial numbers are formatted as the tools expect', () => {
    const serial = (vendor: number, product: number, text: string) =>
      identifyProbe({ ...device, vendor, product, serial: text })?.serial;
    expect(serial(0x1366, 0x0105, '000683001234')).toBe('683001234');
    expect(serial(0x0d28, 0x0204, '0226000041114e45')).toBe('0226000041114e45');
    expect(serial(0x0483, 0x3748, 'P\u0003\u00bcH\u0012')).toBe('');
    expect(identifyProbe({ ...device, vendor: 0x1366, product: 0x0105 })?.usbId).toBe('1366:0105');
  });

  test('a Black Magic Probe is listed with the way to its own server', () => {
    const probe = identifyProbe({ ...device, vendor: 0x1d50, product: 0x6018 });
    const [board] = probeBoards(probe ? [probe] : [], []);
    expect(board?.remarks).toEqual([expect.stringContaining('gdb://localhost:2000')]);
  });

  test('does not check permissions of a CMSIS-DAP, which belong to another device', () => {
    const isDenied = (names: readonly string[]) =>
      identifyProbe({ ...device, vendor: 0x1366, product: 0x105, names, isDenied: true })?.isDenied;
    expect(isDenied(['J-Link'])).toBe(true);
    expect(isDenied(['J-Link', 'CMSIS-DAP'])).toBeUndefined();
  });
});

test('lists probes on macOS', () => {
  const text = `+-o Root  <class IORegistryEntry, id 0x100000100, retain 28>
  | {
  |   "OS Build Version" = "23F79"
  | }
  |
  +-o AppleT8103USBXHCI@00000000  <class AppleT8103USBXHCI, id 0x1000004f9, registered>
  | | {
  | |   "IOClass" = "AppleT8103USBXHCI"
  | | }
  | |
  | +-o J-Link@00100000  <class IOUSBHostDevice, id 0x100000abc, registered, matched>
  | |   {
  | |     "sessionID" = 123
  | |     "idProduct" = 261
  | |     "USB Product Name" = "J-Link"
  | |     "USB Vendor Name" = "SEGGER"
  | |     "idVendor" = 4966
  | |     "USB Serial Number" = "000683001234"
  | |   }
  | |
  | +-o MCU-LINK@00200000  <class IOUSBHostDevice, id 0x100000abd, registered, matched>
  |     {
  |       "idProduct" = 323
  |       "kUSBProductString" = "MCU-LINK (r0FF) CMSIS-DAP V3.128"
  |       "idVendor" = 8137
  |       "kUSBSerialNumberString" = "DWAQBR4FM1"
  |     }
`;
  expect(ioregDevices(text)).toEqual([
    { vendor: 0x1366, product: 0x105, serial: '000683001234', names: ['J-Link'] },
    {
      vendor: 0x1fc9,
      product: 0x143,
      serial: 'DWAQBR4FM1',
      names: ['MCU-LINK (r0FF) CMSIS-DAP V3.128'],
    },
  ]);
});

test('lists probes on Windows', () => {
  expect(PNP_SCRIPT).toContain('-PresentOnly');
  const text = [
    'USB\\VID_1366&PID_0105\\000683001234|USB Composite Device',
    'USB\\VID_1366&PID_0105&MI_02\\6&1A2B3C&0&0002|J-Link driver',
    'USB\\VID_1234&PID_5678\\6&11AA22BB&0&3|USB Composite Device',
    'USB\\VID_1234&PID_5678&MI_00\\7&1&0&0000|My CMSIS-DAP v2',
    'USB\\ROOT_HUB30\\4&1&0&0|USB Root Hub (USB 3.0)',
    '',
  ].join('\r\n');
  const devices = pnpDevices(text);
  expect(devices).toEqual([
    {
      vendor: 0x1366,
      product: 0x105,
      serial: '000683001234',
      names: ['USB Composite Device', 'J-Link driver'],
    },
    {
      vendor: 0x1234,
      product: 0x5678,
      serial: '',
      names: ['USB Composite Device', 'My CMSIS-DAP v2'],
    },
  ]);
});

test.each(['', 'ioreg: not found', '|||', '+-o x\n{\n"idVendor" = }'])(
  '%j lists nothing',
  (text) => {
    expect(ioregDevices(text)).toEqual([]);
    expect(pnpDevices(text)).toEqual([]);
  },
);

const jlink: Probe = {
  title: 'J-Link',
  serial: '683001234',
  usbId: '1366:0105',
  servers: ['jlink'],
  family: 'j-link',
};
const nameless: Probe = {
  title: 'ST-LINK/V2',
  serial: '',
  usbId: '0483:3748',
  servers: ['openocd'],
  family: 'st-link',
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

describe('a probe without a configuration', () => {
  test('is a board whose device is asked for', () => {
    expect(probeBoards([jlink], [])).toEqual([
      {
        id: 'probe:683001234',
        title: 'J-Link 683001234',
        source: 'attached probe (USB 1366:0105)',
        probe: '683001234',
        probeFamily: 'j-link',
        usbId: '1366:0105',
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

  test('is a board without a serial number, too; two of them are two boards', () => {
    const [one, two] = probeBoards([nameless, nameless], []);
    expect(one).toMatchObject({ id: 'probe:0483:3748', title: 'ST-LINK/V2', probe: undefined });
    expect(two?.id).toBe('probe:0483:3748 (2)');
    expect(one?.gaps[0]?.remedy).toContain('configFiles');
  });

  test('is a board if it may not be opened', () => {
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
])('%# a probe that a configuration names is omitted', (named, count) => {
  expect(probeBoards([jlink], [named])).toHaveLength(count);
});

describe('a probe for a chip of which the name is known', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'servers-'));
    vi.stubEnv('PATH', folder);
    vi.stubEnv('HOME', folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  const installServer = (name: string) => writeFile(join(folder, name), '', { mode: 0o755 });
  const chooseServer = async (probe: Probe, accessPort = '0', targetSelect?: number) => {
    const [found] = probeBoards([probe], []);
    if (found === undefined) throw new Error('no board');
    const chip = { architecture: 'armv7em', chip: 'STM32F407VG' } as const;
    return withServerForChip(found, { accessPort, targetSelect, ...chip });
  };

  test('is driven by the likeliest server that is installed, else by the likeliest', async () => {
    const dap: Probe = { ...jlink, family: 'cmsis-dap', isDenied: true };
    const { server, gaps } = await chooseServer(dap);
    expect(server).toEqual({ kind: 'pyocd', target: 'cortex_m', args: [] });
    expect(gaps.map(({ what }) => what)).toEqual(['There is no permission to open the probe']);
    await installServer('openocd');
    expect((await chooseServer(dap)).server).toMatchObject({ kind: 'openocd', configFiles: [] });
    await installServer('pyocd');
    expect((await chooseServer(dap)).server?.kind).toBe('pyocd');
  });

  test('is driven by J-Link with the name of the core', async () => {
    await installServer('JLinkGDBServerCLExe');
    expect((await chooseServer(jlink)).server).toEqual({
      kind: 'jlink',
      device: 'Cortex-M4',
      args: [],
    });
  });

  test('is driven by OpenOCD without any configuration file', async () => {
    const commands = async (accessPort: string) =>
      (await chooseServer(nameless, accessPort)).server;
    expect(await commands('1')).toMatchObject({
      commands: [
        'adapter driver st-link',
        'transport select dapdirect_swd',
        'swd newdap any cpu -irlen 4',
        'dap create any.dap -chain-position any.cpu',
        'target create any.cpu cortex_m -dap any.dap -ap-num 1',
        'cortex_m reset_config sysresetreq',
      ],
    });
    expect((await commands('0xf0002000'))?.['commands']).toContain(
      'dap create any.dap -adiv6 -chain-position any.cpu',
    );
  });

  test('is driven by probe-rs with the name of the chip if nothing likelier is installed', async () => {
    await installServer('probe-rs');
    const server = { kind: 'probe-rs', chip: 'STM32F407VG', args: [] };
    expect((await chooseServer(jlink)).server).toEqual(server);
    expect((await chooseServer({ ...jlink, family: 'black-magic' })).server).toEqual(server);
  });

  describe('with several debug ports on its wires', () => {
    const RP2040 = 0x0100_2927;
    const dap: Probe = { ...jlink, family: 'cmsis-dap' };

    test('has the one of its chip selected by OpenOCD', async () => {
      await installServer('openocd');
      const listCommands = async (select: number) => {
        const { server } = await chooseServer(dap, '0', select);
        return server?.['commands'];
      };
      expect(await listCommands(RP2040)).toContain(
        'dap create any.dap -chain-position any.cpu -dp-id 0x01002927 -instance-id 0',
      );
      expect(await listCommands(0xf000_2927)).toContain(
        'dap create any.dap -chain-position any.cpu -dp-id 0x00002927 -instance-id 15',
      );
    });

    test.each<[title: string, probe: Probe, program: string, server: object]>([
      ['pyOCD', dap, 'pyocd', { kind: 'pyocd', target: 'rp2040_core0', args: [] }],
      ['J-Link', jlink, 'JLinkGDBServerCLExe', { kind: 'jlink', device: 'RP2040_M0_0', args: [] }],
      ['probe-rs', jlink, 'probe-rs', { kind: 'probe-rs', chip: 'STM32F407VG', args: [] }],
    ])('has it selected by %s', async (_, probe, program, server) => {
      await installServer(program);
      expect((await chooseServer(probe, '0', RP2040)).server).toEqual(server);
    });

    test('is left to pyOCD only if pyOCD has a target for it', async () => {
      await installServer('pyocd');
      const { server } = await chooseServer(dap, '0', 0x0100_0001);
      expect(server?.kind).toBe('openocd');
    });

    test('is refused behind a probe that selects none, with those that do', async () => {
      await expect(chooseServer(nameless, '0', RP2040)).rejects.toMatchObject({
        message:
          'STM32F407VG is behind one of several debug ports on the same wires, and ST-LINK/V2 does not select it.',
        hint: 'Use a CMSIS-DAP probe with pyOCD or OpenOCD or probe-rs.',
      });
    });
  });

  test('stays as it is if no server reaches any chip through it', async () => {
    const { server, gaps } = await chooseServer({ ...jlink, family: 'picoprobe' });
    expect([server, gaps.length]).toEqual([undefined, 1]);
  });
});

describe('a board whose chip is in the table', async () => {
  const chips = await readChips(join(import.meta.dirname, '..', '..', '..', '..'));
  const launched: BoardSetup = {
    id: 'launch:Debug',
    title: 'Debug',
    source: 'launch.json',
    server: { kind: 'jlink', device: 'STM32F407VGT6', args: [] },
    namesPrograms: false,
    gaps: [],
  };

  test.each([
    ['STM32F407VGT6', 'STM32F407VG'],
    ['target/stm32f4x.cfg', undefined],
    ['cortex_m', undefined],
    [undefined, undefined],
  ])('the chip of a board whose device is %s is %s', (device, name) => {
    const server = { kind: 'external', host: 'localhost', port: 1 };
    expect(chipOfBoard({ ...launched, server, device }, chips)?.name).toBe(name);
  });

  test('a board runs images from the largest RAM of its chip, through the server that it has', async () => {
    const chip = chipOfBoard(launched, chips);
    if (chip === undefined) throw new Error('no chip');
    expect(await boardWithChip(launched, chip, 16_000_000)).toEqual({
      ...launched,
      images: undefined,
      bare: {
        chip: 'STM32F407VG',
        vendor: 'STMicroelectronics',
        architectures: ['armv7em'],
        coreHz: 16_000_000,
      },
      ram: [{ start: 0x2000_0000, end: 0x2002_0000 }],
    });
  });

  test('a chip behind one of several debug ports is refused if the server takes it for any core', async () => {
    const [chip] = chips.filter(({ name }) => name === 'RP2040');
    if (chip === undefined) throw new Error('no chip');
    const withDevice = (target: string) =>
      boardWithChip({ ...launched, server: { kind: 'pyocd', target, args: [] } }, chip);
    await expect(withDevice('cortex_m')).rejects.toMatchObject({
      message: expect.stringContaining('Debug does not select it') as string,
      hint: 'Give the board "device": "rp2040_core0".',
    });
    expect((await withDevice('rp2040_core1')).bare?.chip).toBe('RP2040');
  });

  test('a chip on which nothing can run is refused, with its numbers', async () => {
    const [chip] = chips.filter(({ name }) => name === 'STM32F103C6');
    if (chip === undefined) throw new Error('no chip');
    await expect(boardWithChip(launched, chip)).rejects.toThrow(
      'Nothing runs from the RAM of STM32F103C6: 10 KB of RAM execute, and the smallest image needs 20 KB.',
    );
  });
});

describe('the boards that are attached', () => {
  const ids = (probes: readonly Probe[], boards: readonly BoardSetup[]) =>
    listConnectedBoards([...boards, ...probeBoards(probes, boards)], probes).map(({ id }) => id);
  const second = { ...jlink, serial: '2' };

  test('are the probes if the project configures none', () => {
    expect(ids([], [])).toEqual([]);
    expect(ids([jlink, nameless], [])).toEqual(['probe:683001234', 'probe:0483:3748']);
  });

  test('are those that the project configures, by number or as the only one', () => {
    expect(ids([jlink], [board(segger)])).toEqual(['board:x']);
    expect(ids([jlink], [board(segger, { probe: '683001234' })])).toEqual(['board:x']);
    expect(ids([jlink, second], [board(segger, { probe: '2' })])).toEqual([
      'board:x',
      'probe:683001234',
    ]);
  });

  test('are not those whose probe is another one, or elsewhere', () => {
    expect(ids([jlink], [board(segger, { probe: '815' })])).toEqual(['probe:683001234']);
    expect(ids([nameless], [board(segger)])).toEqual(['probe:0483:3748']);
    expect(ids([], [board(segger)])).toEqual([]);
    // Which of the two the configuration means cannot be seen.
    expect(ids([jlink, second], [board(segger)])).toEqual(['probe:683001234', 'probe:2']);
  });
});

describe('commands for the other side', () => {
  test.each<[server: ServerSetup, command: string, port: number, instead?: string]>([
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
      'pyocd gdbserver --persist --port 3333 --target cortex_m --uid 815 --frequency 4000000',
      3333,
      'pyOCD',
    ],
    [
      { kind: 'stlink', args: [] },
      "openocd -c 'bindto 127.0.0.1' -c 'gdb_report_data_abort enable' -c 'adapter serial 815' -c 'adapter speed 4000' -c 'adapter driver st-link' -c 'transport select dapdirect_swd'",
      3333,
      'OpenOCD',
    ],
    [
      { kind: 'probe-rs', chip: 'STM32F407VG', usbId: '0483:374b', args: [] },
      'probe-rs gdb --gdb-connection-string 127.0.0.1:1337 --chip STM32F407VG --probe 0483:374b:815 --speed 4000',
      1337,
    ],
  ])('%j', (server, command, port, instead) => {
    const found = describeOtherSide(board(server, { probe: '815', speedKhz: 4000 }));
    expect(found?.command.startsWith(command)).toBe(true);
    expect(found?.target).toBe(`gdb://localhost:${port}`);
    expect(found?.tunnel).toMatch(new RegExp(`^ssh -N -R ${port}:localhost:${port} \\S+@\\S+$`));
    expect(found?.remark).toEqual(instead && expect.stringContaining(`so this is ${instead},`));
  });

  test('are not needed for a running server', () => {
    expect(describeOtherSide(board({ kind: 'external', host: 'x', port: 1 }))).toBeUndefined();
  });
});

test('examining this computer never throws', async () => {
  const { probes, blind } = await findAttachedProbes(AbortSignal.abort());
  expect(Array.isArray(probes)).toBe(true);
  if (blind !== undefined) expect(blind.remedy).toContain('gdb://');
});
