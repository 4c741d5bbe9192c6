import { finish } from '../cells';
import type { PublishedColumn, PublishedDocument } from '../model';
import { beyond } from './beyond';
import { cases } from './cases';
import { findings } from './checks';
import { pairs } from './pairs';

const document: PublishedDocument = {
  id: 'overtos-zephyr',
  title: 'oveRTOS: Zephyr, zero-heap mode (benchmark results)',
  authors: [],
  year: undefined,
  remarks: [
    'Trimmed mean (top 1 % dropped) where there is one, otherwise the mean; which of them is not stated for a row.',
    'Caches and flash accelerators were off: figures of a worst case, not of normal use.',
    'The document takes differences within 10 % for noise.',
    'Nothing is described that would make the two threads of a contention case meet.',
    'The text says that create and destroy cases are left out without a heap; those of the kernel itself are there.',
  ],
};

/** The columns of oveRTOS' results on Zephyr. */
export const overtosColumns: readonly PublishedColumn[] = finish(
  document,
  [cases, beyond, pairs],
  findings,
);
