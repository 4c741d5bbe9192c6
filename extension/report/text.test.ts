import { expect, it } from 'vitest';
import { visibleLine } from './text';

it.each([
  ['heap/malloc: p50 70 · p99 98 instr', 'heap/malloc: p50 70 · p99 98 instr'],
  ['\u001b[31mred\u0007', '␛[31mred␇'],
  ['\u001b]8;;file:///etc\u0007click', '␛]8;;file:///etc␇click'],
  ['\u009b2J and \u007f', '\ufffd2J and ␡'],
  ['turned \u202egnp.exe\u2069', 'turned \ufffdgnp.exe\ufffd'],
])('%j is shown as text', (text, expected) => {
  expect(visibleLine(text)).toBe(expected);
});
