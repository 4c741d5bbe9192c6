import type { ClockUnit } from '../../agent';
import { selectRecords } from '../columns';
import { namesAmong, soundRows } from '../summary-row';
import { rulesSentence } from '../wording';
import { jsonText, type Report, type ReportFormat, type ReportInput } from './format';

export const bmf: ReportFormat = {
  id: 'bmf',
  title: 'Bencher Metric Format',
  ending: 'json',
  about:
    'Bencher Metric Format; the bounds of a value are those of its 95 % interval, and `repeats` is a measure of its own',
  writeReport,
};

// Bencher defines `latency` in nanoseconds; the other units are separate measures.
const MEASURES: Readonly<Record<ClockUnit, string>> = {
  ns: 'latency',
  cycles: 'cycles',
  instructions: 'instructions',
};

/**
 * Bencher Metric Format: the mean with the ends of its 95 % interval, where the figure has one, and the number of
 * repeats. A measure has room for three numbers and no text, so remarks are reported apart.
 */
function writeReport({ columns }: ReportInput): Report {
  const records = selectRecords(columns);
  const { rows, missing } = soundRows(records);
  const names = namesAmong(rows);
  // Counted instructions repeat exactly, so once is enough.
  const once = rows.filter(({ repeats, unit }) => repeats === 1 && unit !== 'instructions');
  const unbounded =
    once.length === 0
      ? []
      : [
          `Values without bounds, because they were measured once: ${once.length} of ${rows.length}`,
        ];
  const rules = records.flatMap((record) => {
    const sentence = rulesSentence(record);
    return sentence === undefined ? [] : [`${record.id}: ${sentence}`];
  });
  const benchmarks = rows.map(({ unit, mean: value, margins: { mean: margin }, repeats }, i) => {
    const bounds = margin !== undefined && {
      lower_value: value - margin,
      upper_value: value + margin,
    };
    const times = repeats !== undefined && { repeats: { value: repeats } };
    return [names[i] ?? '', { [MEASURES[unit]]: { value, ...bounds }, ...times }] as const;
  });
  return {
    text: jsonText(Object.fromEntries(benchmarks)),
    beside: [],
    missing: [...missing, ...unbounded, ...rules],
  };
}
