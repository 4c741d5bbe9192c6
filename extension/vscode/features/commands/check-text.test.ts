import { expect, it } from 'vitest';
import type { TargetReport } from '../../../engine/doctor';
import { checkText } from './check';

const report = (target: string, isReady: boolean): TargetReport => ({
  target,
  isReady,
  requirements: [
    { name: 'qemu', found: isReady ? '7.2' : undefined, remedy: 'apt-get install qemu' },
  ],
  forBuilding: [],
});

it('lists what is there and how to get the rest, ready targets first', () => {
  const building = { name: 'gcc', found: undefined, remedy: 'apt-get install gcc' };
  const text = checkText(
    [report('a', false), { ...report('b', true), forBuilding: [building] }],
    'This computer',
  );
  expect(text).toBe(
    [
      '# This computer',
      '',
      '1 of 2 targets can be measured now.',
      '',
      '## b: ready',
      '',
      '- ✓ qemu: `7.2`',
      '',
      'To build images:',
      '',
      '- ✗ gcc: **missing**, get it with: `apt-get install gcc`',
      '',
      '## a: not ready',
      '',
      '- ✗ qemu: **missing**, get it with: `apt-get install qemu`',
      '',
    ].join('\n'),
  );
});

it('escapes what was found', () => {
  const found = { name: 'x', found: '`](command:a)\n# b', remedy: '' };
  expect(checkText([{ ...report('a', true), requirements: [found] }], 'T')).toContain(
    "- ✓ x: `'](command:a) # b`",
  );
});
