import { describe, expect, test } from 'vitest';
import { detect } from './detect';
import { folder, world } from './testing/world';

const TOOLS = {
  version: '25.3',
  projectType: 'sdk-v2-freestanding',
  sdk: {
    boardId: 'evkbimxrt1050',
    deviceId: 'MIMXRT1052xxxxx',
    coreId: 'cm7',
    path: '${userHome}/sdk',
  },
};
const BUILT = 'CONFIG_A=y\nCONFIG_MCUX_HW_DEVICE_ID="MIMXRT1052xxxxB"\n';
const launch = (configuration: object) => ({
  '.vscode/launch.json': {
    configurations: [
      { type: 'mcuxpresso-debug', name: 'Debug', request: 'launch', ...configuration },
    ],
  },
});
const boards = (files: object) => detect(world([folder('app', { ...files })])).boards;

describe('the project’s own file', () => {
  test('is enough for NXP’s server', () => {
    expect(boards({ '.vscode/mcuxpresso-tools.json': TOOLS })).toEqual([
      {
        id: 'mcux:app',
        title: 'evkbimxrt1050 by LinkServer',
        source: '.vscode/mcuxpresso-tools.json',
        server: { kind: 'linkserver', device: 'MIMXRT1052xxxxx', args: [] },
        namesPrograms: false,
        gaps: [],
        commands: [],
      },
    ]);
  });

  test('a build knows the device in full', () => {
    const files = { '.vscode/mcuxpresso-tools.json': TOOLS, 'debug/.config': BUILT };
    expect(boards(files)[0]?.server).toMatchObject({ device: 'MIMXRT1052xxxxB' });
  });

  test('a build for another device is asked about, never chosen', () => {
    const other = BUILT.replace('MIMXRT1052xxxxB', 'MCXN947');
    const [board] = boards({ '.vscode/mcuxpresso-tools.json': TOOLS, 'debug/.config': other });
    expect(board?.server).toBeUndefined();
    expect(board?.gaps).toHaveLength(1);
    expect(board?.gaps[0]?.what).toBe(
      'Which device is it? debug/.config says MCXN947, .vscode/mcuxpresso-tools.json says MIMXRT1052xxxxx',
    );
  });

  test('a Zephyr project leaves it to the build', () => {
    const zephyr = { projectType: 'zephyr-freestanding', sdk: { path: '/z', version: '3.7' } };
    expect(boards({ '.vscode/mcuxpresso-tools.json': zephyr })).toEqual([]);
  });
});

describe('its debug configurations', () => {
  const tools = { '.vscode/mcuxpresso-tools.json': TOOLS };

  test('the probe by its number, the program as an object or a text', () => {
    const files = launch({ probeSerialNumber: 'DWAQBR4FM1', executable: { elf: 'debug/app.elf' } });
    expect(boards({ ...tools, ...files })[0]).toMatchObject({
      id: 'launch:Debug',
      server: { kind: 'linkserver', device: 'MIMXRT1052xxxxx' },
      probe: 'DWAQBR4FM1',
      images: { headline: '/w/app/debug/app.elf' },
    });
    const empty = launch({ probeSerialNumber: '', executable: { elf: '' } });
    expect(boards({ ...tools, ...empty })[0]).toMatchObject({
      probe: undefined,
      images: undefined,
    });
    const text = launch({ executable: '${workspaceFolder}/a.elf' });
    expect(boards({ ...tools, ...text })[0]?.images).toMatchObject({ headline: '/w/app/a.elf' });
  });

  test('J-Link where it is told of one', () => {
    const gdbServerConfigs = {
      linkserver: {},
      segger: { device: 'MCXW727', interface: 'JTAG', speed: '10000' },
    };
    expect(boards({ ...tools, ...launch({ gdbServerConfigs }) })[0]).toMatchObject({
      server: { kind: 'jlink', device: 'MCXW727', interface: 'jtag' },
      speedKhz: 10_000,
    });
    const both = launch({ gdbServerConfigs, probeType: 'linkserver' });
    expect(boards({ ...tools, ...both })[0]?.server).toMatchObject({ kind: 'linkserver' });
  });

  test('J-Link’s own name for the device is asked for', () => {
    const found = boards({ ...tools, ...launch({ probeType: 'jlink' }) });
    expect(found.at(-1)?.gaps[0]?.what).toContain('J-Link needs its name');
  });

  test('without the project’s file the device is asked for', () => {
    expect(boards(launch({}))[0]?.gaps[0]?.what).toContain('LinkServer needs its name');
  });

  test('an older one, of the C/C++ extension', () => {
    const old = {
      type: 'cppdbg',
      program: '',
      miDebuggerServerAddress: '',
      variables: { mcuxStopAtSymbol: 'main', mcuxSerialNumber: '0244' },
    };
    expect(boards({ ...tools, ...launch(old) })[0]).toMatchObject({
      id: 'launch:Debug',
      server: { kind: 'linkserver', device: 'MIMXRT1052xxxxx' },
      probe: '0244',
    });
    const remote = launch({ ...old, miDebuggerServerAddress: 'host:3333' });
    expect(boards({ ...tools, ...remote })[0]?.server).toMatchObject({ kind: 'external' });
  });

  test('PEmicro is told', () => {
    expect(boards(launch({ probeType: 'pemicro' }))[0]?.gaps[0]?.what).toContain('PEmicro');
  });
});

describe('builds that no other file tells about', () => {
  test('an MCUXpresso build', () => {
    const cache = 'board:STRING=evkbimxrt1050\nSdkRootDirPath:PATH=/sdk\n';
    expect(boards({ 'debug/CMakeCache.txt': cache, 'debug/.config': BUILT })[0]).toMatchObject({
      id: 'cmake:debug',
      source: 'debug/CMakeCache.txt',
      title: 'evkbimxrt1050 by LinkServer (debug)',
      server: { kind: 'linkserver', device: 'MIMXRT1052xxxxB' },
    });
  });

  test('a Zephyr build that was not finished', () => {
    const cache = 'BOARD:STRING=frdm_k64f\nZEPHYR_BASE:PATH=/zephyr\n';
    const [board] = boards({ 'build/CMakeCache.txt': cache });
    expect(board?.gaps[0]?.what).toContain('runners.yaml is missing');
    expect(boards({ 'build/CMakeCache.txt': cache.replace('frdm_k64f', 'native_sim') })).toEqual(
      [],
    );
    const runners = { 'build/zephyr/runners.yaml': 'runners:\n- pyocd\n' };
    expect(boards({ 'build/CMakeCache.txt': cache, ...runners }).map(({ id }) => id)).toEqual([
      'zephyr:build',
    ]);
  });

  test('a build of something else is no board', () => {
    expect(
      boards({ 'build/CMakeCache.txt': 'CMAKE_BUILD_TYPE:STRING=Debug\nBOARD:STRING=x\n' }),
    ).toEqual([]);
  });
});
