import { expect, test } from 'vitest';
import { noteSettings } from './world';
import { detect } from './detect';
import { folder, world } from './testing/world';

test('watches a setting that only a variable names, without changing the result', () => {
  const configuration = {
    name: 'Debug',
    type: 'cortex-debug',
    servertype: 'jlink',
    device: '${config:my.device}',
  };
  const files = { '.vscode/launch.json': { configurations: [configuration] } };
  const plain = world([folder('app', files, { 'my.device': 'MIMXRT1052' })]);
  const asked = new Set<string>();
  expect(detect(noteSettings(plain, asked))).toEqual(detect(plain));
  expect(asked).toContain('my.device');
});
