import { expect, test } from 'vitest';
import type { AgentImage } from '../agent/manifest';
import { checkLibc } from './libc';

const image = (glibc: string | undefined) => ({
  manifest: { glibc } as AgentImage['manifest'],
  path: 'agent.elf',
});
const check = (needed: string | undefined, libc: string | undefined) => () =>
  checkLibc(image(needed), { name: 'board', libc, target: 'ssh://board' });

test('reports a C library that is too old, with advice', () => {
  expect(check('2.34', '2.31')).toThrow('agent.elf needs glibc 2.34 or newer, and board has 2.31');
  expect(check('2.34', '2.31')).toThrow(
    expect.objectContaining({
      hint: expect.stringContaining('build --static --target ssh://board'),
    }),
  );
});

test.each([
  ['as old as that', '2.34', '2.34'],
  ['newer', '2.34', '2.40'],
  ['untold', '2.34', undefined],
  ['not needed', undefined, '2.17'],
])('accepts a C library that is %s', (_, needed, libc) => {
  expect(check(needed, libc)).not.toThrow();
});
