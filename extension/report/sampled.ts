import { formatNumber, formatPercent, plural, SHARE_METHOD } from '../measure';
import type { FirmwareSample, FlatRow } from '../profile';
import { type Section, sectionMarkdown, sectionText } from './section';

/** Rows of the table; the rest is one line. */
const ROWS = 30;

/** A flat profile of firmware as plain text. */
export const sampledText = (sample: FirmwareSample) => sectionText(sectionOf(sample));

/** A flat profile of firmware as Markdown. */
export const sampledMarkdown = (sample: FirmwareSample) => sectionMarkdown(sectionOf(sample), 1);

function sectionOf(sample: FirmwareSample): Section {
  const { rows, target, elf, operation } = sample;
  const shown = rows.slice(0, ROWS);
  const others = rows.slice(ROWS);
  return {
    title:
      operation === undefined ? `${target}: sampled, flat` : `${operation} on ${target}: sampled`,
    lead: leadOf(sample),
    table: {
      titles: [
        elf === undefined ? 'Address' : 'Function',
        'Share',
        '95 % interval',
        'Samples',
        ...(operation === undefined ? [] : ['With calls']),
      ],
      rows: [...shown.map(cellsOf), ...restOf(others)],
    },
    lines: remarksOf(sample),
  };
}

function leadOf({ samples, seconds, rate, way, isHalting }: FirmwareSample): string {
  const how = isHalting ? `by ${way}` : `from ${way}`;
  return `${plural(samples, 'sample')} in ${seconds.toFixed(1)} s, ${formatNumber(Math.round(rate))} per second, ${how}.`;
}

function cellsOf({
  name,
  place,
  share,
  low,
  high,
  samples,
  isIdle,
  withCalls,
}: FlatRow): readonly string[] {
  const file = place?.file?.split(/[\\/]/).at(-1);
  const where = file === undefined ? '' : `  ${file}:${place?.line}`;
  const idle = isIdle ? '  [idle]' : '';
  return [
    `${name}${idle}${where}`,
    percent(share),
    `${percent(low)} to ${percent(high)}`,
    formatNumber(samples),
    ...(withCalls ? [percent(withCalls.share)] : []),
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

function restOf(rows: readonly FlatRow[]): readonly (readonly string[])[] {
  if (rows.length === 0) return [];
  const share = rows.reduce((sum, row) => sum + row.share, 0);
  const samples = rows.reduce((sum, row) => sum + row.samples, 0);
  return [[`${formatNumber(rows.length)} more`, percent(share), '', formatNumber(samples)]];
}

function leftOutOf({ samples, leftOut }: FirmwareSample): readonly string[] {
  if (!leftOut) return [];
  const { clock, agent } = leftOut;
  const share = (count: number) => formatPercent(count / Math.max(1, samples + clock + agent));
  return [
    `Left out: ${share(clock)} of all samples read the clock, and ${share(agent)} were the agent's own work between executions.`,
  ];
}

function remarksOf(sample: FirmwareSample): readonly string[] {
  const { operation, way, elf, samples, idle, isIdleOmitted, isHalting, wasTraceOff, resets } =
    sample;
  const omitted = isIdleOmitted ? samples + idle : samples;
  const idleShare = omitted === 0 ? 0 : idle / omitted;
  return [
    operation === undefined
      ? `Sampled, flat: shares of the core's time in each function itself, without its callees. Intervals: ${SHARE_METHOD}.`
      : `Sampled: shares of the benchmark's time in each function itself and, in the last column, with what it calls. Intervals: ${SHARE_METHOD}.`,
    ...leftOutOf(sample),
    ...(operation !== undefined && way.endsWith('-clock')
      ? [
          'A timer took the samples: what runs while interrupts are disabled is seen where they are enabled again, such as in finish_task_switch. With what it calls, a share is right.',
        ]
      : []),
    ...(sample.isKernelHidden
      ? ["The kernel's part is missing: allow it with sysctl kernel.perf_event_paranoid=1."]
      : []),
    ...(idle === 0
      ? []
      : [
          `The core had nothing to do in ${formatPercent(idleShare)} of all samples${isIdleOmitted ? ', which are left out' : ''}.`,
        ]),
    ...(elf === undefined ? ['With the ELF file of the firmware, functions are shown.'] : []),
    ...(isHalting ? ['The core was stopped for each sample: the firmware was disturbed.'] : []),
    ...(wasTraceOff ? ['The trace unit (TRCENA) was switched on meanwhile, and off again.'] : []),
    ...(resets === 0 ? [] : [`The core was reset meanwhile (seen ${plural(resets, 'time')}).`]),
  ];
}
