import { toDistribution } from '../../../measure';
import { collect, type FoundOperation } from '../collect';
import { summariseDistribution } from '../figures';
import type { ImportFormat, ImportResult } from '../imported';
import { consoleLines, unreadable } from '../lines';
import { emulationProblems, zephyrFacts } from '../zephyr';

const ROW =
  /unpend\s+(-?\d+)\s+ready\s+(-?\d+)\s+switch\s+(-?\d+)\s+pend\s+(-?\d+)\s+tot\s+(-?\d+)\s+\(avg\s+(-?\d+)\)/;
const LOOKS_LIKE_ROW = /\bunpend\b|\(avg\b/;

const STEPS = [
  ['unpend', 'a waiting thread is taken from its queue'],
  ['ready', 'the thread is made ready'],
  ['switch', 'from yielding until the thread of higher priority runs'],
  ['pend', 'from that thread waiting again until the first one runs'],
  ['tot', 'one whole round'],
] as const;

type Row = readonly number[];

/** Rows of Zephyr's sched benchmark: one round each, so every value is available. */
export const sched: ImportFormat = {
  id: 'sched',
  title: 'Zephyr sched',
  about: "Zephyr's benchmark `sched`",
  recognises: (text) => ROW.test(text),
  read,
};

function read(text: string): ImportResult {
  const lines = consoleLines(text);
  const rows: Row[] = lines.flatMap((line) => {
    const numbers = ROW.exec(line.text)?.slice(1).map(Number);
    return numbers === undefined ? [] : [numbers];
  });
  const damaged = lines.filter((line) => LOOKS_LIKE_ROW.test(line.text) && !ROW.test(line.text));
  const facts = zephyrFacts(lines);
  const problems = [
    ...unreadable(damaged),
    ...(lines.some((line) => line.text === 'fin')
      ? []
      : ['The text ends before the benchmark does.']),
    ...emulationProblems(facts),
  ];
  return collect(sched, { unit: 'cycles', facts, found: operations(rows), problems });
}

function operations(rows: readonly Row[]): FoundOperation[] {
  // The benchmark prints an average of 0 until it settles.
  const settled = rows.filter((row) => row[5] !== 0);
  if (settled.length === 0) return [];
  const warmup = rows.length - settled.length;
  const doubts = sumDoubts(settled);
  return STEPS.map(([op, about], column) => {
    const values = Float64Array.from(settled, (row) => row[column] ?? 0);
    const figures = summariseDistribution(toDistribution(values));
    return { suite: 'sched', op, originalName: op, about, ...figures, warmup, doubts };
  });
}

/** A digit lost on the console leaves a plausible but wrong number. */
function sumDoubts(rows: readonly Row[]): string[] {
  const odd = rows.filter((row) => {
    const [unpend = 0, ready = 0, change = 0, pend = 0, total = 0] = row;
    return unpend + ready + change + pend !== total;
  });
  return odd.length > 0
    ? [`in ${odd.length} of ${rows.length} rows the steps are not the total`]
    : [];
}
