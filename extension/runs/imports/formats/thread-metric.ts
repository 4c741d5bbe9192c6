import { collect, type FoundOperation } from '../collect';
import type { ImportFormat, ImportResult } from '../imported';
import { consoleLines, cutDoubts, type Line } from '../lines';
import { decimal } from '../figures';
import { emulationProblems, zephyrFacts } from '../zephyr';

const HEAD = /\*{4} Thread-Metric (\S.*?)(?: Test)? \*{4} Relative Time:\s*(\d+)/;
const TOTAL = /^Time Period Total:\s*(\d+)/;
const COMPLAINT = /^(?:ERROR|WARNING)\b.*$/;

/** The report of one period, from its heading to its total. */
interface Period {
  readonly name: string;
  /** Seconds since the start of the test. */
  readonly at: number;
  readonly complaints: string[];
  total?: { readonly count: number; readonly line: Line };
}

/** Reports of the Thread-Metric suite, which counts how often an operation fits into a period. */
export const threadMetric: ImportFormat = {
  id: 'thread-metric',
  title: 'Thread-Metric',
  about: 'Thread-Metric',
  recognises: (text) => HEAD.test(text),
  read,
};

function read(text: string): ImportResult {
  const lines = consoleLines(text);
  const periods: Period[] = [];
  for (const line of lines) {
    const [, name, at] = HEAD.exec(line.text) ?? [];
    const last = periods.at(-1);
    if (name !== undefined) periods.push({ name, at: Number(at), complaints: [] });
    else if (last !== undefined && !last.total) addLine(last, line);
  }
  const facts = zephyrFacts(lines);
  const found = periods.map((period, index) => operation(period, periods[index - 1]));
  return collect(threadMetric, { unit: 'ns', facts, found, problems: emulationProblems(facts) });
}

function addLine(period: Period, line: Line): void {
  const count = decimal(TOTAL.exec(line.text)?.[1]);
  if (count !== undefined) period.total = { count, line };
  const complaint = COMPLAINT.exec(line.text)?.[0];
  if (complaint !== undefined) period.complaints.push(complaint);
}

function operation(period: Period, before: Period | undefined): FoundOperation {
  const { name, at, complaints, total } = period;
  const names = { suite: 'thread_metric', op: toOpName(name), originalName: name };
  if (total === undefined) return { ...names, inconclusive: 'the text ends before the result' };
  const seconds = at - (before?.name === name ? before.at : 0);
  if (!(seconds > 0 && total.count > 0)) return { ...names, inconclusive: 'nothing was counted' };
  return {
    ...names,
    samples: total.count,
    mean: (seconds * 1e9) / total.count,
    doubts: [
      ...complaints.map((text) => `the benchmark itself reports: ${text}`),
      ...cutDoubts(total.line),
    ],
    notes: [`counted ${total.count} in ${seconds} s, everything between them included`],
  };
}

function toOpName(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '_');
}
