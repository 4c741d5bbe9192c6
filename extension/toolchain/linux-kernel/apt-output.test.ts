import { expect, test } from 'vitest';
import { readFailure, readProgress, readShown } from './private-apt';

const META = `Package: linux-image-armmp
Version: 6.1.176-1
Depends: linux-image-6.1.0-50-armmp (= 6.1.176-1), initramfs-tools | dracut
Description: Linux for ARMv7
 Size: not a field
Size: 1484

Package: linux-image-armmp
Version: 6.1.1-1
Size: 1
`;

test('reads a package from the first paragraph', () => {
  expect(readShown(META)).toEqual({
    name: 'linux-image-armmp',
    version: '6.1.176-1',
    bytes: 1484,
    depends: ['linux-image-6.1.0-50-armmp', 'initramfs-tools'],
  });
});

test.each(['', 'N: No packages found', 'Package: x\nVersion: 1\n'])(
  'finds no package in %j',
  (text) => {
    expect(readShown(text)).toBeUndefined();
  },
);

test.each([
  ['dlstatus:1:12.5000:Retrieving file 1 of 1 (3s remaining)', 12.5],
  ['pmstatus:linux:50:Unpacking', undefined],
  ['', undefined],
])('%j', (line, percent) => {
  expect(readProgress(line)).toBe(percent);
});

test.each([
  ['W: a warning\nE: Unable to fetch\nE: and more', 'Unable to fetch'],
  ['W: The repository is not signed', 'The repository is not signed'],
  ['', 'no reason given'],
])('%j', (text, reason) => {
  expect(readFailure(text)).toBe(reason);
});
