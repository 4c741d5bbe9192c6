import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LAYOUT_64 } from '../../agent/elf/elf';
import { writeElf } from '../../agent/elf/testing';
import type { AgentImage } from '../../agent/manifest';
import { checkMachine, localRequirements, writeProgram } from './kind';

const manifest = {} as AgentImage['manifest'];
const segments = [{ vaddr: 0x400000, data: Uint8Array.of(1) }];
const wide = { manifest, path: 'agent.elf', elf: writeElf(segments, [], LAYOUT_64) };

test('rejects an image for another processor', () => {
  expect(() => checkMachine(wide, 'arm64')).not.toThrow();
  expect(() => checkMachine(wide, 'x64')).toThrow('for machine 183, and this computer is x64');
  expect(() => checkMachine({ ...wide, elf: new Uint8Array() }, 'x64')).toThrow('0 bytes');
});

test('reports a program that cannot be written, with its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-local-'));
  expect(() => writeProgram(wide, join(folder, 'no', 'way'))).toThrow(join(folder, 'no', 'way'));
  rmSync(folder, { recursive: true });
});

test.each([
  ['linux', true],
  ['darwin', false],
] as const)('on %s it is ready: %j', (platform, isReady) => {
  expect(localRequirements(platform).every(({ found }) => found !== undefined)).toBe(isReady);
});
