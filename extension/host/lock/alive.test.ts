import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  isPipeOpen,
  isProcessAlive,
  openPipe,
  parseStartTime,
  processMark,
  UNKNOWN_MARK,
} from './alive';

test.each([
  [process.pid, processMark(), true],
  [process.pid, UNKNOWN_MARK, true],
  [process.pid, '1', false],
  [2 ** 22 + 1, UNKNOWN_MARK, false],
])('process %i with the mark %s is alive: %s', (pid, mark, expected) => {
  expect(isProcessAlive(pid, mark)).toBe(expected);
});

test.each([
  ['Fri Nov 27 16:48:01 2026\n', '1795798081'],
  ['Sun Nov  1 06:08:01 2026    ', '1793513281'],
  ['', UNKNOWN_MARK],
  ['ps: no such process', UNKNOWN_MARK],
])('the start time %j is %s', (text, expected) => {
  expect(parseStartTime(text)).toBe(expected);
});

test('a pipe is open at once, and a name without one is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-pipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const toPath = (mark: string) => join(folder, mark);
  const mark = openPipe(toPath);
  expect(existsSync(toPath(mark))).toBe(true);
  expect(isPipeOpen(toPath(mark))).toBe(true);
  expect(isPipeOpen(toPath('other'))).toBe(false);
  expect(openPipe(() => join(folder, 'no', 'such', 'folder'))).toBe(UNKNOWN_MARK);
});
