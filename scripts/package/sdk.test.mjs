import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot, root } from '../lib/paths.mjs';
import { kconfigList, kconfigText } from './kconfig.mjs';
import { sdkExamples, sdkFiles, sdkList, sdkListText } from './sdk.mjs';

it('is listed in a file, which `npm run sdk` writes', () => {
  expect(readFileSync(inRoot(sdkList), 'utf8')).toBe(sdkListText(root));
});

it('offers the families that the agent declares, which `npm run sdk` writes', () => {
  expect(readFileSync(inRoot(kconfigList), 'utf8')).toBe(kconfigText(root));
});

it('includes its licence, which a package stores under another name', () => {
  const licence = readFileSync(inRoot('LICENSE'), 'utf8');
  expect(readFileSync(inRoot('sdk-integration', 'LICENSE'), 'utf8')).toBe(licence);
});

it.each([
  'sdk-integration/files.txt',
  'sdk-integration/LICENSE',
  'sdk-integration/cmake/cyclescopeConfig.cmake',
  'target-agent/ports/freertos/kernel_trace.h',
  'target-agent/boards/mps2/agent.ld',
  'third-party/c-sources/Cargo.lock',
  'zephyr/module.yml',
  'mcux/module.yml',
])('contains %s', (path) => expect(sdkFiles(root)).toContain(path));

it('contains no tests and no examples', () => {
  expect(sdkFiles(root).filter((path) => /\/(test|example)\/|_test\.c$/.test(path))).toEqual([]);
  expect(sdkExamples(root)).toContain('sdk-integration/linux/example/bench_crc.c');
});
