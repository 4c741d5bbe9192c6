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
 * Bencher Metric Format: the mean, with the smallest and the largest sample as its bounds. It has room
 * for three numbers and no text, so a mean of batches that lies outside the samples has no bounds.
 */
function writeReport({ columns }: ReportInput): Report {
  const { rows, missing } = soundRows(recordsOf(columns));
  const names = namesAmong(rows);
  const unbounded: string[] = [];
  const benchmarks = rows.map(({ unit, mean: value, min, max, reasons }, i) => {
    const name = names[i] ?? '';
    const isOutside = value < (min ?? value) || value > (max ?? value);
    if (isOutside) unbounded.push(`${name} has no bounds: ${reasons.join(', ')}`);
    const bounds = {
      ...(min !== undefined && !isOutside && { lower_value: min }),
      ...(max !== undefined && !isOutside && { upper_value: max }),
    };
    return [name, { [MEASURES[unit]]: { value, ...bounds } }] as const;
  });
  return {
    text: jsonText(Object.fromEntries(benchmarks)),
    beside: [],
    missing: [...missing, ...unbounded],
  };
}
