import { expect, it } from 'vitest';
import { table } from './table.mjs';

it('aligns the first column to the left and the others to the right', () => {
  const rows = [
    ['layer', 'time'],
    ['integration', '1.0 s'],
    ['unit', '12.5 s'],
  ];
  expect(table(rows)).toBe('layer          time\nintegration   1.0 s\nunit         12.5 s');
});
