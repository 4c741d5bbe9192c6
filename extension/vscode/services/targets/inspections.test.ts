import { expect, it } from 'vitest';
import { toEditorRemedy } from './inspections';

it.each([
  ['cyclescope fetch-kernel --target x', 'Cyclescope: Fetch the Linux kernel…', true],
  ['cyclescope build --target x', "Cyclescope: Build the target's images", true],
  ['apt-get install qemu-system-arm', 'apt-get install qemu-system-arm', false],
])('%s', (remedy, text, hasCommand) => {
  const found = toEditorRemedy({ remedy });
  expect(found.text).toBe(text);
  expect(found.command !== undefined).toBe(hasCommand);
});
