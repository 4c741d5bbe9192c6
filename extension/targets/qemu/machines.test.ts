import { describe, expect, test } from 'vitest';
import {
  listCallingArguments,
  emulatorWords,
  FREERTOS_M7,
  machineNamed,
  machineNames,
  qemuArguments,
  scratchFiles,
  setupOfZephyrBoard,
} from './machines';

describe('machines', () => {
  test.each([
    ['mps2/an385', 'mps2-an385'],
    ['mps2_an385', 'mps2-an385'],
    ['mps2/an500', 'mps2-an500'],
    ['mps2/an521/cpu0', undefined],
    ['mps2', undefined],
    ['qemu_cortex_m3', undefined],
    ['native_sim', undefined],
  ])('Zephyr’s %s is %s', (board, machine) => {
    expect(setupOfZephyrBoard(board)?.['machine']).toBe(machine);
  });

  test.each(machineNames())('%s can load an image at its rings and at address 0', (name) => {
    const { ram, loadable } = machineNamed(name) ?? { loadable: [] };
    expect(loadable).toContain(ram);
    expect(loadable).toContainEqual({ start: 0, end: 4 << 20 });
  });
});

describe('arguments', () => {
  describe('lastWords', () => {
    test.each([
      ['', ''],
      ['qemu-system-arm: warning: icount sleep disabled and no active timers\n', ''],
      [
        'qemu: fatal: Lockup: nested\n\nR00=00000000 R01=0\nPSR=21000003\n',
        'qemu: fatal: Lockup: nested',
      ],
      ['one\ntwo\nthree\nfour\n', 'two / three / four'],
    ])('of %j are %j', (stderr, words) => {
      expect(emulatorWords(stderr)).toBe(words);
    });
  });

  test('an emulator listens only on unix sockets', () => {
    const args = qemuArguments(FREERTOS_M7, scratchFiles('/scratch')).join(' ');
    expect(args).toContain('-gdb unix:/scratch/gdb,');
    expect(args).toContain('-qmp unix:/scratch/qmp,');
    expect(args).not.toMatch(/tcp:|telnet:|-s\b/);
  });

  test('an emulator without shared memory listens nowhere', () => {
    const args = listCallingArguments(FREERTOS_M7, { qmp: 1001, test: 1002 }).join(' ');
    expect(args).toContain('-qmp tcp:127.0.0.1:1001 -qtest tcp:127.0.0.1:1002,nodelay=on');
    expect(args).not.toMatch(/server|-gdb|unix:|-s\b/);
  });
});
