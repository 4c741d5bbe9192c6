import { describe, expect, test } from 'vitest';
import { detect } from '../detect';
import { launching, type Settings } from '../testing/world';
import type { World } from '../world';

const base = { name: 'Debug', type: 'cortex-debug', request: 'launch' };

function board(config: object, settings: Settings = {}, more: Partial<World> = {}) {
  return detect(launching([{ ...base, ...config }], settings, more)).boards[0];
}

describe('OpenOCD', () => {
  const config = { servertype: 'openocd', configFiles: ['interface/stlink.cfg', './my.cfg'] };

  test('reads configuration files, folders, and the commands before and after them', () => {
    expect(
      board({
        ...config,
        cwd: '${workspaceFolder}/fw',
        searchDir: ['../scripts'],
        openOCDPreConfigLaunchCommands: ['set WORKAREASIZE 0x4000', 'adapter serial 066D'],
        openOCDLaunchCommands: ['adapter speed 4000', 'init', 'reset init'],
        serverArgs: ['-d3', '-f', 'last.cfg', '-cset X 1'],
        executable: './build/agent.elf',
      }),
    ).toEqual({
      id: 'launch:Debug',
      title: 'Debug',
      source: 'launch.json: "Debug"',
      server: {
        kind: 'openocd',
        program: undefined,
        configFiles: ['interface/stlink.cfg', '/w/app/fw/my.cfg', 'last.cfg'],
        searchFolders: ['/w/app/scripts', '/w/app/fw'],
        commandsFirst: ['set WORKAREASIZE 0x4000', 'adapter serial 066D'],
        commands: ['set X 1', 'adapter speed 4000'],
      },
      probe: '066D',
      images: { kind: 'files', headline: '/w/app/fw/build/agent.elf' },
      namesPrograms: true,
      gaps: [],
      commands: [],
    });
  });

  test('a missing configuration file is a gap', () => {
    expect(board({ servertype: 'openocd' })).toMatchObject({
      server: undefined,
      gaps: [{ what: 'It names no configuration file for OpenOCD' }],
    });
  });

  test.each([
    ['serverpath', { serverpath: 'tools/openocd', openOCDPath: '/old' }, '/w/app/tools/openocd'],
    ['its old name', { openOCDPath: '/old/openocd' }, '/old/openocd'],
    ['a name to be looked up', { serverpath: 'openocd-esp' }, 'openocd-esp'],
    [
      'the member for this platform',
      { linux: { serverpath: '/lin' }, serverpath: '/x', osx: { serverpath: '/mac' } },
      '/lin',
    ],
  ])('finds the program by %s', (_, more, program) => {
    expect(board({ ...config, ...more }, { 'cortex-debug.openocdPath': '/setting' })).toMatchObject(
      {
        server: { program },
      },
    );
  });

  test.each([
    [{ 'cortex-debug.openocdPath': '${env:TOOLS}/openocd' }, '/opt/tools/openocd'],
    [{ 'cortex-debug.openocdPath.linux': '/lin', 'cortex-debug.openocdPath.osx': '/mac' }, '/lin'],
    [{ 'cortex-debug.openocdPath': { linux: '/lin', windows: 'C:\\win' } }, '/lin'],
    [{ 'cortex-debug.openocdPath': '/plain', 'cortex-debug.openocdPath.linux': '/lin' }, '/plain'],
    [{ 'cortex-debug.openocdPath': null, 'cortex-debug.openocdPath.linux': '/lin' }, '/lin'],
    [{ 'cortex-debug.openocdPath.osx': '/mac' }, undefined],
  ])('finds the program by the settings %j', (settings, program) => {
    expect(board(config, settings)?.server).toMatchObject({ program });
  });
});

describe('J-Link', () => {
  test('reads everything except ports and access lists', () => {
    const config = {
      servertype: 'jlink',
      device: 'MCIMXRT1052',
      interface: 'SWD',
      serialNumber: '000683001234',
      jlinkscript: 'evk.JLinkScript',
      serverArgs: ['-speed', '4000', '-port', '2331', '-NoLocalhostOnly', '-strict', '-foo', 'y'],
    };
    expect(board(config)).toMatchObject({
      server: {
        kind: 'jlink',
        device: 'MCIMXRT1052',
        interface: 'swd',
        args: ['-jlinkscriptfile', '/w/app/evk.JLinkScript', '-foo', 'y'],
      },
      probe: '000683001234',
      speedKhz: 4000,
      namesPrograms: true,
      gaps: [],
    });
  });

  test('reads a probe on the network; a serial number takes precedence', () => {
    const config = { servertype: 'jlink', device: 'A', ipAddress: '10.0.0.7' };
    expect(board(config)).toMatchObject({ server: { address: '10.0.0.7' }, probe: undefined });
    const both = board({ ...config, serialNumber: 42 });
    expect(both?.probe).toBe('42');
    expect(both?.server).toMatchObject({ address: undefined });
  });

  test('asks for a missing device instead of guessing it', () => {
    expect(board({ servertype: 'jlink' })?.gaps).toEqual([
      expect.objectContaining({ what: 'Its device is unknown: J-Link GDB server needs its name' }),
    ]);
  });

  test('ignores unused wires', () => {
    expect(
      board({ servertype: 'jlink', device: 'A', interface: 'cjtag' })?.gaps[0]?.what,
    ).toContain('cjtag');
  });

  test('the device alone names no program', () => {
    expect(board({ servertype: 'jlink', device: 'A' })?.namesPrograms).toBe(false);
  });
});

test('reads pyOCD with its old member names and a pack', () => {
  const config = {
    servertype: 'pyocd',
    target: 'mimxrt1050_quadspi',
    board: 'L85986697A',
    cmsisPack: 'packs/a.pack',
    serverArgs: ['--frequency=4M', '--port', '3333', '-O', 'connect_mode=halt', '-O', 'x=0'],
  };
  expect(board(config)).toMatchObject({
    server: {
      kind: 'pyocd',
      target: 'mimxrt1050_quadspi',
      args: ['--project', '/w/app', '--pack', 'packs/a.pack', '-O', 'x=0'],
    },
    probe: 'L85986697A',
    speedKhz: 4000,
  });
});

test('ST’s server with the folder of its programmer from the settings', () => {
  const settings = {
    'cortex-debug.stlinkPath.linux': '/st/ST-LINK_gdbserver',
    'cortex-debug.stm32cubeprogrammer': '/st/prog/bin',
  };
  expect(board({ servertype: 'stlink', serialNumber: '066D' }, settings)).toMatchObject({
    server: { kind: 'stlink', program: '/st/ST-LINK_gdbserver', programmerFolder: '/st/prog/bin' },
    probe: '066D',
    namesPrograms: false,
  });
});

describe('a running server', () => {
  test.each([
    ['localhost:3333', { host: 'localhost', port: 3333 }],
    [':50000', { host: 'localhost', port: 50_000 }],
    ['tcp:10.0.0.2:2331', { host: '10.0.0.2', port: 2331 }],
    ['[::1]:3333', { host: '::1', port: 3333 }],
  ])('%s', (gdbTarget, address) => {
    expect(board({ servertype: 'external', gdbTarget })).toMatchObject({
      server: { kind: 'external', ...address },
      namesPrograms: false,
      gaps: [],
    });
  });

  test.each(['/dev/ttyACM0', '| openocd -c "gdb_port pipe"', 'localhost:0', 'localhost:99999', ''])(
    '%s is no address',
    (gdbTarget) => {
      const found = board({ servertype: 'external', gdbTarget });
      expect(found?.server).toBeUndefined();
      expect(found?.gaps).toHaveLength(1);
    },
  );
});

test.each(['stutil', 'bmp', 'pe', 'qemu', 'mystery'])('lists %s with the reason', (servertype) => {
  const found = board({ servertype });
  expect(found?.server).toBeUndefined();
  expect(found?.gaps[0]?.what).toMatch(/\S \S/);
});

test.each([
  { toolchainPrefix: 'xtensa-esp32-elf' },
  { gdbPath: 'C:/tools/riscv32-esp-elf/bin/riscv32-esp-elf-gdb.exe' },
])('rejects cores other than Arm’s: %j', (more) => {
  const found = board({ servertype: 'openocd', configFiles: ['a.cfg'], ...more });
  expect(found?.gaps[0]?.what).toContain('not for Arm cores');
});

test('a folder’s name does not reveal the core', () => {
  const gdbPath = '/home/me/riscv/tools/arm-none-eabi-gdb';
  expect(board({ servertype: 'jlink', device: 'A', gdbPath })?.gaps).toEqual([]);
});

test('rejects a core other than the first', () => {
  const config = { servertype: 'jlink', device: 'A', targetProcessor: 1, numberOfProcessors: 2 };
  expect(board(config)?.gaps[0]?.what).toContain('core 1');
});

test('finds programs on Windows', () => {
  const found = detect(
    launching(
      [
        {
          ...base,
          servertype: 'openocd',
          configFiles: ['..\\a.cfg'],
          windows: { serverpath: 'tools\\openocd.exe' },
        },
      ],
      {},
      { platform: 'win32' },
    ),
  ).boards[0];
  expect(found?.server).toMatchObject({
    program: expect.stringMatching(/\\w\\app\\tools\\openocd\.exe$/) as unknown,
    configFiles: [expect.stringMatching(/\\w\\a\.cfg$/) as unknown],
  });
});
