import type { ClockUnit } from '../../agent';
import { recordsOf } from '../columns';
import { namesAmong, soundRows } from '../summary-row';
import { jsonText, type Report, type ReportFormat, type ReportInput } from './format';

export const bmf: ReportFormat = {
  id: 'bmf',
  title: 'Bencher Metric Format',
  ending: 'json',
  about: 'Bencher Metric Format; the bounds of a value are its smallest and largest sample',
  writeReport,
};

// Bencher defines `latency` in nanoseconds; the other units are separate measures.
const MEASURES: Readonly<Record<ClockUnit, string>> = {
  ns: 'latency',
  cycles: 'cycles',
  instructions: 'instructions',
};

/**
 * Bencher Metric Format: the mean, with the smallest and the largest sample as its bounds. A mean
 * of batches may lie beyond one of them; the other formats explain why.
 */
function writeReport({ columns }: ReportInput): Report {
  const rows = soundRows(recordsOf(columns));
  const names = namesAmong(rows);
  const benchmarks = rows.map(({ unit, mean: value, min, max }, i) => {
    const bounds = {
      ...(min === undefined ? {} : { lower_value: min }),
      ...(max === undefined ? {} : { upper_value: max }),
    };
    return [names[i] ?? '', { [MEASURES[unit]]: { value, ...bounds } }] as const;
  });
  return { text: jsonText(Object.fromEntries(benchmarks)), beside: [] };
}
