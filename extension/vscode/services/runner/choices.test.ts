import { expect, it } from 'vitest';
import { selectBenches } from '../../../engine/run/plan';
import { bench } from '../../../engine/testing/benches';
import { english } from '../../features/testing-view/testing/examples';
import { listChoices } from './commands';

const benches = [bench('heap', 'malloc'), bench('heap', 'free'), bench('mutex', 'lock')];

it('everything, a suite or an operation can be chosen, by patterns that the engine accepts', () => {
  const choices = listChoices(benches, english).map(({ kind, label, patterns }) => {
    return [kind, label, selectBenches(benches, patterns).map(({ op }) => op)];
  });
  expect(choices).toEqual([
    ['all', 'All benchmarks', ['malloc', 'free', 'lock']],
    ['suite', 'heap', ['malloc', 'free']],
    ['suite', 'mutex', ['lock']],
    ['operation', 'heap/malloc', ['malloc']],
    ['operation', 'heap/free', ['free']],
    ['operation', 'mutex/lock', ['lock']],
  ]);
});
