import { describe, expect, test } from 'vitest';
import { detect } from '../detect';
import { launching } from '../testing/world';

const boards = (config: object, files = {}) =>
  detect({ ...launching([{ name: 'Debug', request: 'launch', ...config }]), ...files }).boards;

describe('the C/C++ extension', () => {
  const base = { type: 'cppdbg', MIMode: 'gdb', program: '${workspaceFolder}/a.elf' };
  const gdb = { miDebuggerPath: '/usr/bin/arm-none-eabi-gdb' };

  test('a server that runs already', () => {
    expect(boards({ ...base, ...gdb, miDebuggerServerAddress: 'localhost:3333' })[0]).toMatchObject(
      {
        server: { kind: 'external', host: 'localhost', port: 3333 },
        images: { kind: 'files', headline: '/w/app/a.elf' },
        namesPrograms: false,
      },
    );
  });

  test('an address in its commands', () => {
    const setupCommands = [
      { text: '-enable-pretty-printing' },
      { text: '-target-select extended-remote localhost:2331' },
    ];
    expect(boards({ ...base, ...gdb, setupCommands })[0]?.server).toMatchObject({ port: 2331 });
  });

  test('OpenOCD that it starts', () => {
    const debugServerArgs =
      '-s "c:/ocd scripts/" -f interface/stlink.cfg -f target/stm32h7x.cfg -c "gdb_port 3333"';
    const config = { ...base, ...gdb, debugServerPath: '/opt/openocd', debugServerArgs };
    expect(boards(config)[0]).toMatchObject({
      server: {
        kind: 'openocd',
        program: '/opt/openocd',
        configFiles: ['interface/stlink.cfg', 'target/stm32h7x.cfg'],
        searchFolders: ['/w/app/c:/ocd scripts', '/w/app'],
        commands: [],
      },
      namesPrograms: true,
    });
  });

  test('pyOCD and ST’s server that it starts', () => {
    const start = (debugServerPath: string, debugServerArgs: string) =>
      boards({ ...base, ...gdb, debugServerPath, debugServerArgs })[0]?.server;
    expect(start('pyocd', 'gdbserver --pack=a.pack  --target _at32f415rct7 -p 3333')).toEqual({
      kind: 'pyocd',
      program: 'pyocd',
      target: '_at32f415rct7',
      args: ['--project', '/w/app', '--pack=a.pack'],
    });
    expect(start('/st/ST-LINK_gdbserver', '-p 61234 -cp /st/prog -d -m 0')).toEqual({
      kind: 'stlink',
      program: '/st/ST-LINK_gdbserver',
      programmerFolder: '/st/prog',
      args: ['-m', '0'],
    });
  });

  test('a server nobody knows', () => {
    const found = boards({ ...base, ...gdb, debugServerPath: './mine.sh', debugServerArgs: '' })[0];
    expect(found?.gaps[0]?.what).toContain('./mine.sh');
  });

  test.each([
    ['a program of this computer', {}],
    ['a program under another debugger', { debugServerPath: '/usr/bin/winedbg' }],
    [
      'another computer’s gdbserver',
      { miDebuggerPath: '/usr/bin/gdb', miDebuggerServerAddress: 'pi:2000' },
    ],
  ])('%s is no board', (_, config) => {
    expect(boards({ ...base, ...config })).toEqual([]);
  });
});

describe('the CDT adapter', () => {
  const base = { type: 'gdbtarget', program: 'a.axf', gdb: 'arm-none-eabi-gdb' };

  test('pyOCD, told by the build which device it is', () => {
    const config = {
      ...base,
      target: { server: 'pyocd', port: '3333' },
      cmsis: { cbuildRunFile: 'out/a.cbuild-run.yml', updateConfiguration: 'auto' },
    };
    expect(boards(config)[0]).toMatchObject({
      server: {
        kind: 'pyocd',
        program: 'pyocd',
        args: ['--project', '/w/app', '--cbuild-run', 'out/a.cbuild-run.yml'],
      },
      namesPrograms: true,
    });
  });

  test('pyOCD as a module of Python', () => {
    const serverParameters = [
      '-mpyocd',
      'gdbserver',
      '--target',
      'stm32u585aiix',
      '--port',
      '3333',
    ];
    const target = { server: 'python', serverParameters, port: '3333' };
    expect(boards({ ...base, target })[0]?.server).toMatchObject({
      kind: 'pyocd',
      target: 'stm32u585aiix',
      args: ['--project', '/w/app'],
    });
  });

  test('J-Link, with the device from a command', () => {
    const serverParameters = [
      '-device',
      '${command:device-manager.getDeviceName}',
      '-port',
      '3333',
    ];
    const target = { server: 'JLinkGDBServerCLExe', serverParameters };
    expect(boards({ ...base, target })[0]).toMatchObject({
      server: undefined,
      commands: ['device-manager.getDeviceName'],
    });
  });

  test('a server that runs already', () => {
    expect(boards({ ...base, target: { port: '3333' } })[0]?.server).toEqual({
      kind: 'external',
      host: 'localhost',
      port: 3333,
    });
    const target = { type: 'remote', parameters: ['10.0.0.2:2331'] };
    expect(boards({ ...base, target })[0]?.server).toMatchObject({ host: '10.0.0.2', port: 2331 });
    expect(boards({ ...base, target: {} })[0]?.gaps).toHaveLength(1);
  });

  test('cores other than Arm’s are refused', () => {
    const config = { ...base, gdb: '${command:espIdf.getXtensaGdb}', target: { port: '3333' } };
    expect(boards(config)[0]?.server).toBeUndefined();
  });
});

test.each(['probe-rs-debug', 'platformio-debug', 'stlinkgdbtarget', 'arm-debugger'])(
  '%s is listed with the reason',
  (type) => {
    expect(boards({ type })[0]?.gaps[0]?.what).toContain('cannot read');
  },
);

test.each(['node', 'python', 'lldb', 'cppvsdbg'])('%s is none of ours', (type) => {
  expect(boards({ type })).toEqual([]);
});
