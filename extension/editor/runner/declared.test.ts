import { expect, it } from 'vitest';
import { bench } from '../../engine/testing/benches';
import { declaredOnly, selectedOr } from './declared';

const size = { name: 'size', default: 4, min: 1, max: 64 };
const benches = [bench('heap', 'malloc', { params: [size] }), bench('mutex', 'lock')];

it('only parameters that a selected benchmark declares are sent', () => {
  const settings = { size: [8, 16], depth: [2], 'heap.size': [4], 'mutex.size': [4] };
  expect(declaredOnly(settings, benches)).toEqual({ size: [8, 16], 'heap.size': [4] });
  expect(declaredOnly(settings, selectedOr(benches, ['mutex']))).toEqual({});
});

it('patterns that select nothing are left to the run, which says what is wrong', () => {
  expect(selectedOr(benches, ['nothing'])).toEqual(benches);
  expect(selectedOr(benches, [])).toEqual(benches);
});
