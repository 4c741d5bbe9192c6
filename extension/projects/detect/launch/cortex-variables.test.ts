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

  test('without a value are a gap each, and their commands are listed for the click', () => {
    const found = board(config);
    expect(found?.gaps.map(({ what }) => what)).toEqual([
      expect.stringContaining('${input:sn}'),
      expect.stringContaining('${command:pick.device}'),
    ]);
    expect(found?.commands).toEqual(['pick.device']);
    expect(found?.server).toBeUndefined();
  });

  test('cause a single gap where one is all that is missing', () => {
    const found = board({ servertype: 'openocd', configFiles: ['${command:pick.board}.cfg'] });
    expect(found?.gaps).toEqual([
      expect.objectContaining({ what: expect.stringContaining('${command:pick.board}') }),
    ]);
  });

  test('with the answer of the command complete the board', () => {
    const answered = board({ ...config, serialNumber: '' }, { commands: { 'pick.device': 'A' } });
    expect(answered).toMatchObject({ server: { device: 'A' }, gaps: [], commands: [] });
  });

  test('of commands do not make a board unusable if they name only the executable', () => {
    const found = board({
      servertype: 'jlink',
      device: 'A',
      executable: '${command:cmake.launchTargetPath}',
    });
    expect(found).toMatchObject({ images: undefined, gaps: [], commands: [] });
  });

  test('in members that are not read may have any value', () => {
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

  test('in the path of a server is replaced by this computer’s server, which is remarked', () => {
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

  test('in the serial number is replaced by the attached probe', () => {
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

  test('that cannot be replaced is one gap, however often it occurs', () => {
    const found = board({
      servertype: 'openocd',
      configFiles: ['${config:my.board}/probe.cfg', '${config:my.board}/chip.cfg'],
    });
    expect(found?.gaps.map(({ what }) => what)).toEqual(['${config:my.board} has no value here']);
  });
});

describe('programs are named by the project', () => {
  const openocd = { servertype: 'openocd', configFiles: ['a.cfg'] };

  const jlink = { servertype: 'jlink', device: 'A', serverpath: '/x', serverArgs: ['-y'] };

  test('if launch.json names them, not the user’s own launch setting', () => {
    expect(board(jlink)?.namesPrograms).toBe(true);
    const userLaunch = { configurations: [{ ...base, ...jlink }] };
    const { boards } = detect(launching([], {}, { userLaunch }));
    expect(boards[0]).toMatchObject({ source: 'user settings: "Debug"', namesPrograms: false });
  });

  test('if the configuration reads files of the project, wherever it is kept', () => {
    const userLaunch = { configurations: [{ ...base, ...openocd }] };
    expect(detect(launching([], {}, { userLaunch })).boards[0]?.namesPrograms).toBe(true);
  });

  test('if a setting of the project names them, not one of the user', () => {
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
