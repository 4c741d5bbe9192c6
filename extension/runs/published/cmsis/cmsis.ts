import { finish } from '../columns';
import type { PublishedColumn, PublishedDocument } from '../model';
import { adaptationOverhead, findings, widestRow } from './checks';
import { tableII, tableIII } from './tables';

const overhead = adaptationOverhead();
const widest = widestRow();

const document: PublishedDocument = {
  id: 'cmsis-rtos',
  title: 'Performance evaluation of CMSIS-RTOS against a commercial and a FOSS kernel',
  authors: [],
  year: undefined,
  remarks: [
    'The text at hand prints neither title, authors nor year; the title here is ours.',
    'Measured with an oscilloscope on two pins; setting or clearing a pin takes 30 ns, which is in every figure.',
    'k Rhealstones/s are 1000 / the mean of the six totals in µs; total 5 leaves out 5.1.',
    'The composite of table III follows from 5.2 + 5.3, not from the total 5 that it prints.',
    `The text gives the adaptation layer 0.35 %; its printed composites differ by ${overhead.printed.toFixed(2)} %, ` +
      `its times by ${overhead.computed.toFixed(2)} %.`,
    `The text names 3.45:1 as the largest difference in a single row; "${widest.name}" differs ${widest.ratio.toFixed(2)}:1.`,
    'Memory is allocated from a pool by RTK and by malloc on the FOSS kernel: row 4 does not compare the same service.',
    'The text calls ARM\'s kernel "RTK"; it is known as RTX.',
  ],
};

/** The columns of the CMSIS-RTOS evaluation. */
export const cmsisColumns: readonly PublishedColumn[] = finish(
  document,
  [tableII, tableIII],
  findings,
);
