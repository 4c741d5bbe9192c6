import { describe, expect, test } from 'vitest';
import { detect } from '../detect';
import { launching } from '../testing/world';
import type { World } from '../world';

const base = { name: 'Debug', type: 'cortex-debug', request: 'launch' };

function board(config: object, more: Partial<World> = {}) {
  return detect(launching([{ ...base, ...config }], {}, more)).boards[0];
}

describe('variables', () => {
  const config = {
    servertype: 'jlink',
    device: '${command:pick.device}',
    serialNumber: '${input:sn}',
  };

  test('what has no value is a gap each, and the commands are named for the click', () => {
    const found = board(config);
    expect(found?.gaps.map(({ what }) => what)).toEqual([
      expect.stringContaining('${input:sn}'),
      expect.stringContaining('${command:pick.device}'),
    ]);
    expect(found?.commands).toEqual(['pick.device']);
    expect(found?.server).toBeUndefined();
  });

  test('what is missing for its variable alone is one gap', () => {
    const found = board({ servertype: 'openocd', configFiles: ['${command:pick.board}.cfg'] });
    expect(found?.gaps).toEqual([
      expect.objectContaining({ what: expect.stringContaining('${command:pick.board}') }),
    ]);
  });

  test('with the answer of the command the board is complete', () => {
    const answered = board({ ...config, serialNumber: '' }, { commands: { 'pick.device': 'A' } });
    expect(answered).toMatchObject({ server: { device: 'A' }, gaps: [], commands: [] });
  });

  test('an executable that only a command knows keeps nobody from the board', () => {
    const found = board({
      servertype: 'jlink',
      device: 'A',
      executable: '${command:cmake.launchTargetPath}',
    });
    expect(found).toMatchObject({ images: undefined, gaps: [], commands: [] });
  });

  test('members that are not read may hold anything', () => {
    expect(board({ servertype: 'jlink', device: 'A', svdFile: '${input:svd}' })?.gaps).toEqual([]);
  });
});

describe('a variable of an extension that is not installed', () => {
  const stlink = {
    servertype: 'stlink',
    serverpath: '${config:STM32VSCodeExtension.cubeCLT.path}/bin/ST-LINK_gdbserver',
    stm32cubeprogrammer: '${config:STM32VSCodeExtension.cubeCLT.path}/bin',
    serialNumber: '',
    executable: '${command:cmake.launchTargetPath}',
  };

  test('in the path of a server leaves the one of this computer, and that is said', () => {
    expect(board(stlink)).toMatchObject({
      server: { kind: 'stlink', program: undefined },
      namesPrograms: false,
      gaps: [],
      remarks: [
        'serverpath: searched for on this computer, as ${config:STM32VSCodeExtension.cubeCLT.path} has no value here',
        'stm32cubeprogrammer: searched for on this computer, as ${config:STM32VSCodeExtension.cubeCLT.path} has no value here',
      ],
    });
  });

  test('in the serial number leaves the attached probe', () => {
    const found = board({ servertype: 'jlink', device: 'A', serialNumber: '${env:MY_PROBE}' });
    expect(found).toMatchObject({
      server: { kind: 'jlink' },
      gaps: [],
      remarks: [
        'serialNumber: the only attached probe is used, as ${env:MY_PROBE} is not set in the environment',
      ],
    });
    expect(found?.probe).toBeUndefined();
  });

  test('in what nothing replaces is one gap, however often it is named', () => {
    const found = board({
      servertype: 'openocd',
      configFiles: ['${config:my.board}/probe.cfg', '${config:my.board}/chip.cfg'],
    });
    expect(found?.gaps.map(({ what }) => what)).toEqual(['${config:my.board} has no value here']);
  });
});

describe('who names programs', () => {
  const openocd = { servertype: 'openocd', configFiles: ['a.cfg'] };

  const jlink = { servertype: 'jlink', device: 'A', serverpath: '/x', serverArgs: ['-y'] };

  test('a launch.json does, the user’s own launch setting does not', () => {
    expect(board(jlink)?.namesPrograms).toBe(true);
    const userLaunch = { configurations: [{ ...base, ...jlink }] };
    const { boards } = detect(launching([], {}, { userLaunch }));
    expect(boards[0]).toMatchObject({ source: 'user settings: "Debug"', namesPrograms: false });
  });

  test('what reads files of the project does, wherever its configuration lies', () => {
    const userLaunch = { configurations: [{ ...base, ...openocd }] };
    expect(detect(launching([], {}, { userLaunch })).boards[0]?.namesPrograms).toBe(true);
  });

  test('a setting of the project does, a setting of the user does not', () => {
    const jlink = { ...base, servertype: 'jlink', device: 'A' };
    const world = launching([jlink]);
    const setting = (fromProject: boolean) => (id: string) =>
      id === 'cortex-debug.JLinkGDBServerPath' ? { value: '/x', fromProject } : undefined;
    const found = [true, false].map((fromProject) => {
      const folders = world.folders.map((folder) => ({ ...folder, setting: setting(fromProject) }));
      return detect({ ...world, folders }).boards[0]?.namesPrograms;
    });
    expect(found).toEqual([true, false]);
  });
});
