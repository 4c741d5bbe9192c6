import { expect, test } from 'vitest';
import { detect } from './detect';
import { folder, world } from './testing/world';

const inApp = (files: Readonly<Record<string, string>>) =>
  detect(world([folder('app', files)])).boards;

test('a build for an emulated board is a board, by its own configuration alone', () => {
  const config =
    'CONFIG_BOARD="mps2"\nCONFIG_BOARD_TARGET="mps2/an385"\nCONFIG_KERNEL_BIN_NAME="zephyr"\n';
  expect(inApp({ 'build/zephyr/.config': config })).toEqual([
    {
      id: 'zephyr:build',
      title: 'mps2/an385 emulated by QEMU (build)',
      source: 'build/zephyr/.config',
      server: { kind: 'qemu', machine: 'mps2-an385' },
      images: { kind: 'files', headline: '/w/app/build/zephyr/zephyr.elf' },
      namesPrograms: false,
      gaps: [],
      commands: [],
    },
  ]);
});

test.each([
  ['before Zephyr 3.7', 'CONFIG_BOARD="mps2_an385"\n', 'mps2-an385'],
  ['with another core', 'CONFIG_BOARD_TARGET="mps2/an500"\n', 'mps2-an500'],
])('%s', (_, config, machine) => {
  const [board] = inApp({ 'build/zephyr/.config': config });
  expect(board?.server).toEqual({ kind: 'qemu', machine });
});

test.each([
  ['another emulator', 'CONFIG_BOARD="native_sim"\n'],
  ['a machine that no agent runs on', 'CONFIG_BOARD="qemu_cortex_m3"\n'],
  ['no board', 'CONFIG_X=y\n'],
])('%s is none', (_, config) => {
  expect(inApp({ 'build/zephyr/.config': config })).toEqual([]);
});

test('the program has the name that the build gives it', () => {
  const config = 'CONFIG_BOARD="mps2_an385"\nCONFIG_KERNEL_BIN_NAME="app"\n';
  const [board] = inApp({ 'out/zephyr/.config': config });
  expect(board).toMatchObject({
    id: 'zephyr:out',
    images: { headline: '/w/app/out/zephyr/app.elf' },
  });
});

test('a board that is there in fact comes first', () => {
  const files = {
    'build/zephyr/.config': 'CONFIG_BOARD="mps2_an385"\n',
    'build/zephyr/runners.yaml': 'runners:\n- openocd\n',
  };
  expect(inApp(files).map(({ id, server }) => [id, server?.kind])).toEqual([
    ['zephyr:build', 'openocd'],
    ['zephyr:build/qemu', 'qemu'],
  ]);
});

test('a boot loader built beside the application is none', () => {
  const config = 'CONFIG_BOARD_TARGET="mps2/an385"\n';
  const domains =
    'default: app\ndomains:\n- name: mcuboot\n  build_dir: /x/mcuboot\n- name: app\n  build_dir: /x/app\n';
  const files = { 'build/app/zephyr/.config': config, 'build/mcuboot/zephyr/.config': config };
  const boards = inApp({ ...files, 'build/domains.yaml': domains });
  expect(boards.map(({ id }) => id)).toEqual(['zephyr:build/app']);
});
