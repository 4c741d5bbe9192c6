import { expect, test } from 'vitest';
import { chooseMachineImages } from './kind';

const address = { text: 'ssh://board', host: 'board', user: undefined, port: undefined };

test.each([
  ['x86_64', 'linux-x86-64'],
  ['aarch64', 'linux-arm64'],
  ['armv7l', 'linux-armhf'],
  ['armv7ml', 'linux-nommu'],
])('a %s machine runs %s', (processor, images) => {
  expect(chooseMachineImages(address, { system: 'Linux', processor })).toBe(images);
});

test.each([
  ['Linux', 'riscv64'],
  ['Darwin', 'x86_64'],
])('%s on %s has no agent', (system, processor) => {
  expect(() => chooseMachineImages(address, { system, processor })).toThrow(
    `board is a ${system} machine (${processor}), for which there is no agent`,
  );
});
