import { expect, test } from 'vitest';
import { createConsole } from './guest';

function feedConsole(...input: readonly string[]) {
  const lines: string[] = [];
  const output = createConsole((line) => lines.push(line));
  for (const line of input) output.push(line);
  return { lines, isReady: output.isReady(), words: output.words() };
}

const PANIC = 'Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)';

test('output before the agent is not the agent’s', () => {
  const silent = { lines: [], isReady: false, words: undefined };
  expect(feedConsole('', ' ')).toEqual(silent);
  expect(feedConsole('ok hello protocol=1')).toEqual({ ...silent, words: 'ok hello protocol=1' });
  expect(feedConsole('cyclescope ready', 'fact os=Linux', 'ok hello protocol=1')).toEqual({
    lines: ['fact os=Linux', 'ok hello protocol=1'],
    isReady: true,
    words: undefined,
  });
});

test('keeps messages of the kernel, wherever they are', () => {
  const stamped = [`[    0.168870] ${PANIC}`, '[    0.168880] CPU: 0 PID: 1 Comm: swapper/0'];
  expect(feedConsole(...stamped)).toEqual({ lines: [], isReady: false, words: PANIC });
  expect(feedConsole('cyclescope ready', 'ok list count=0', ...stamped)).toEqual({
    lines: ['ok list count=0'],
    isReady: true,
    words: PANIC,
  });
});

test('powering off is not an error', () => {
  expect(
    feedConsole('cyclescope ready', 'ok list count=0', '[    0.9] reboot: Power down').words,
  ).toBe(undefined);
});

test('keeps the last lines if there is no panic, but not all', () => {
  const many = Array.from({ length: 100 }, (_, index) => `[ ${index}.000000] word ${index}`);
  expect(feedConsole(...many).words).toBe('word 99');
  expect(feedConsole(`[ 0.1] ${PANIC}`, ...many).words).toBe('word 99');
});
