import { expect, test } from 'vitest';
import { makeInitramfs } from './initramfs';

const AGENT = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46);
const buildText = (lines: readonly string[]) =>
  Buffer.from(makeInitramfs(AGENT, lines)).toString('latin1');

test('the agent is the first process, and its lines wait for it', () => {
  const text = buildText(['hello', 'run heap']);
  expect(text).toMatch(/init\0+\x7fELF/);
  expect(text).toMatch(/cyclescope\.script\0+hello\nrun heap\nend\n\n/);
});

test('has a console to open before /init mounts anything', () => {
  expect(buildText([])).toContain('dev/console\0');
});

test('all scripts have the same size', () => {
  const one = makeInitramfs(AGENT, ['hello']);
  const many = makeInitramfs(AGENT, Array<string>(300).fill('run heap'));
  expect(many.length).toBe(one.length);
});
