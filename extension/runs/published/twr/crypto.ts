import { cellFinder, type ColumnHead, draft, type Draft, lineCells, textTable } from '../cells';
import { derive, type Derived } from '../derived';
import type { Work } from '../plausible';
import { MQX, UCLINUX } from './systems';

const KILOBYTES = 5120;

const TABLE_6 = `
AES 5120 kB     | aes    | 9.059  | 10.120 | 0.55 | 0.49
ARC4 5120 kB    | arc4   | 2.190  | 2.201  | 2.28 | 2.27
DES 5120 kB     | des    | 18.453 | 19.897 | 0.27 | 0.25
MD5 5120 kB     | md5    | 1.396  | 1.411  | 3.58 | 3.54
SHA 5120 kB     | sha1   | 3.635  | 3.712  | 1.38 | 1.35
SHA-256 5120 kB | sha256 | 9.145  | 9.356  | 0.55 | 0.53
`;

/** Rounds or table look-ups per byte: the least that each algorithm needs. */
const STEPS_PER_BYTE: Readonly<Record<string, number>> = {
  'crypto/aes': 10,
  'crypto/arc4': 1,
  'crypto/des': 16,
  'crypto/md5': 64 / 64,
  'crypto/sha1': 80 / 64,
  'crypto/sha256': 64 / 64,
};

const DURATIONS: readonly ColumnHead[] = [
  { id: 'mqx', unit: 's', system: MQX },
  { id: 'uclinux', unit: 's', system: UCLINUX },
];

const RATES: readonly ColumnHead[] = DURATIONS.map((head) => ({
  ...head,
  id: `${head.id}-throughput`,
  unit: 'MB/s',
  derived: true,
}));

/** Table 6: wolfCrypt under two operating systems. */
export const table6: Draft = draft(
  {
    table: { id: 'table-6', name: 'Table 6, wolfCrypt benchmarking', section: '4.4' },
    heads: [...DURATIONS, ...RATES],
  },
  () =>
    textTable(TABLE_6).flatMap(([name = '', algorithm, ...printed]) => [
      ...lineCells(
        DURATIONS,
        { name, op: `crypto/${algorithm}`, params: { kilobytes: KILOBYTES } },
        printed,
      ),
      ...lineCells(RATES, { name }, printed.slice(DURATIONS.length)),
    ]),
);

const at = cellFinder(table6);

/** The throughputs, with 1,024 kB in a MB: only then do they follow from the durations. */
export const throughputs = (): readonly Derived[] =>
  table6.cells
    .filter(({ unit }) => unit === 'MB/s')
    .flatMap((cell) =>
      derive(
        cell,
        'throughput',
        [at(cell.column.replace('-throughput', ''), cell.name)],
        ([seconds = NaN]) => KILOBYTES / 1024 / seconds,
      ),
    );

/** The least work of the algorithms in the printed durations. */
export const cryptoWork = (): readonly Work[] =>
  table6.cells.flatMap((cell) => {
    const perByte = STEPS_PER_BYTE[cell.op ?? ''];
    const coreHz = DURATIONS.find(({ id }) => id === cell.column)?.system?.coreHz;
    if (perByte === undefined || coreHz === undefined) return [];
    const assumption = `a byte takes ${perByte} rounds or look-ups`;
    return [{ cell, coreHz, steps: perByte * KILOBYTES * 1024, step: 'round', assumption }];
  });

/** The largest increase of an algorithm's time under µClinux over MQX, in per cent. */
export function largestDifference(): { name: string; percent: number } {
  return table6.cells
    .filter(({ column }) => column === 'uclinux')
    .map((cell) => ({ name: cell.name, other: at('mqx', cell.name)?.value, own: cell.value }))
    .map(({ name, other = NaN, own }) => ({ name, percent: 100 * (own / other - 1) }))
    .reduce((worst, each) => (each.percent > worst.percent ? each : worst));
}
