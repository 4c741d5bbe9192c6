import { describe, expect, test } from 'vitest';
import { lastWords, qemuArguments, scratchFiles } from './arguments';
import { FREERTOS_M7 } from './board';

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
    expect(lastWords(stderr)).toBe(words);
  });
});

test('an emulator listens on nothing but unix sockets', () => {
  const args = qemuArguments(FREERTOS_M7, scratchFiles('/scratch')).join(' ');
  expect(args).toContain('-gdb unix:/scratch/gdb,');
  expect(args).toContain('-qmp unix:/scratch/qmp,');
  expect(args).not.toMatch(/tcp:|telnet:|-s\b/);
});
