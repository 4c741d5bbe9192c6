import { describe, expect, test } from 'vitest';
import { setupOfZephyrBoard } from '../../../targets/qemu/machines';
import { chooseAnswer } from '../facts';
import { BOARD_NAMES } from '../testing/boards';
import { MCUX_LISTS, makeProject, ZEPHYR_LISTS } from '../testing/project-folder';

const cache = (...entries: readonly string[]) => `${entries.join('\n')}\n`;
const makeZephyr = (entry: string, config: string) =>
  makeProject({
    'CMakeLists.txt': ZEPHYR_LISTS,
    'build/CMakeCache.txt': cache('ZEPHYR_BASE:PATH=/z', entry),
    'build/zephyr/.config': config,
  });

describe('board names of each tree', () => {
  const listBoardNames = (wanted: string) =>
    BOARD_NAMES.filter(({ tree }) => tree === wanted).flatMap(
      ({ version, emulated = [], boards }) =>
        [emulated, boards].flat().map((name) => [version, name] as const),
    );

  test.each(listBoardNames('Zephyr'))('Zephyr %s: %s', (_, name) => {
    expect(chooseAnswer(makeZephyr(`BOARD:STRING=${name}`, ''), 'board')).toBe(name);
  });

  test.each(listBoardNames('MCUXpresso'))('MCUXpresso %s: %s', (_, name) => {
    const [board = '', core] = name.split('@');
    const entries = [`board:STRING=${board}`, ...(core ? [`core_id:STRING=${core}`] : [])];
    const project = makeProject({
      'CMakeLists.txt': MCUX_LISTS,
      'debug/CMakeCache.txt': cache(...entries),
    });
    expect([chooseAnswer(project, 'board'), chooseAnswer(project, 'core')]).toEqual([board, core]);
  });

  test('the emulated board is recognised by each of its names, and no real board by them', () => {
    for (const { emulated, boards } of BOARD_NAMES) {
      if (emulated !== undefined)
        expect(setupOfZephyrBoard(emulated)?.['machine']).toBe('mps2-an385');
      expect(boards.map(setupOfZephyrBoard)).toEqual(boards.map(() => undefined));
    }
  });

  // The contents of the build folder after `west build` with a shortened board name.
  test.each([
    ['3.4', 'mps2_an385', ['CONFIG_BOARD="mps2_an385"'], 'mps2_an385'],
    [
      '3.7',
      'mps2/an385',
      ['CONFIG_BOARD="mps2"', 'CONFIG_BOARD_REVISION=""', 'CONFIG_BOARD_TARGET="mps2/an385"'],
      'mps2/an385',
    ],
    [
      '3.7',
      'mimxrt1050_evk',
      [
        'CONFIG_BOARD="mimxrt1050_evk"',
        'CONFIG_BOARD_REVISION="hyperflash"',
        'CONFIG_BOARD_TARGET="mimxrt1050_evk@hyperflash/mimxrt1052"',
      ],
      'mimxrt1050_evk@hyperflash/mimxrt1052',
    ],
    [
      'between',
      'mimxrt1050_evk@qspi',
      [
        'CONFIG_BOARD="mimxrt1050_evk"',
        'CONFIG_BOARD_REVISION="qspi"',
        'CONFIG_BOARD_TARGET="mimxrt1050_evk/mimxrt1052"',
      ],
      'mimxrt1050_evk@qspi/mimxrt1052',
    ],
    [
      '4.1',
      'mimxrt1050_evk/mimxrt1052/hyperflash',
      [
        'CONFIG_BOARD="mimxrt1050_evk"',
        'CONFIG_BOARD_REVISION=""',
        'CONFIG_BOARD_TARGET="mimxrt1050_evk/mimxrt1052/hyperflash"',
      ],
      'mimxrt1050_evk/mimxrt1052/hyperflash',
    ],
  ])('recognises a build of Zephyr %s for %s', (_, given, config, board) => {
    const project = makeZephyr(`BOARD:STRING=${given}`, cache(...config));
    expect(chooseAnswer(project, 'board')).toBe(board);
  });
});
