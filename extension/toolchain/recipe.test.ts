import { describe, expect, test } from 'vitest';
import { machineImages, targets } from '../targets';
import { buildableTargets, firmwareTargets, preparations } from './recipe';

describe('agents are built for', () => {
  test('every built-in target whose image the user does not build', () => {
    const own = targets().filter(({ howToBuild }) => howToBuild === undefined);
    const missing = own
      .map(({ id, images = id }) => images)
      .filter((name) => !buildableTargets().includes(name));
    expect(missing).toEqual([]);
  });

  test('every machine over SSH', () => {
    expect(machineImages.filter((name) => !buildableTargets().includes(name))).toEqual([]);
  });
});

test('an image that packages have under another name is in them itself', () => {
  const shared = preparations.flatMap(({ packaged }) =>
    typeof packaged === 'object' ? packaged.as : [],
  );
  for (const name of shared) {
    expect(preparations.find(({ target }) => target === name)?.packaged).toBe(true);
  }
});

test('firmware is what emulated microcontrollers run', () => {
  expect(firmwareTargets()).toEqual(['qemu-freertos-m7', 'qemu-freertos-m3']);
});
