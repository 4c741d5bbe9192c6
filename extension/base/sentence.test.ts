import { expect, test } from 'vitest';
import { isSentence } from './sentence';

test.each([
  ['Name the device in launch.json.', true],
  ['Correct the name, or install it: apt-get install openocd', true],
  ['/w/app.elf cannot be used: it is no ELF file.', true],
  ['apt-get install openocd', false],
  ['cyclescope build --target x', false],
])('%s: %j', (text, expected) => {
  expect(isSentence(text)).toBe(expected);
});
