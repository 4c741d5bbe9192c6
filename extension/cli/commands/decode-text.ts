import { type DecodedFile, passesOf } from '../../engine';
import { terminalTable } from '../../report';
import type { CoreSummary } from '../../systemview';

const number = new Intl.NumberFormat('en-US');

function duration({ durationTicks, init }: CoreSummary): string {
  if (!init?.sysFreq) return `${number.format(durationTicks)} ticks`;
  return `${(durationTicks / init.sysFreq).toFixed(6)} s`;
}

function eventCounts({ countsById }: CoreSummary, names: DecodedFile['names']): readonly string[] {
  const rows = Object.entries(countsById).sort(([, a], [, b]) => b - a);
  return rows.map(([id, count]) => {
    const name = names.get(id) ?? 'event';
    return `  ${number.format(count).padStart(12)}  ${name} (${id})`;
  });
}

/** Many tasks share a name when a benchmark makes them by the thousand. */
function taskNames({ tasks }: CoreSummary): string {
  const counts = new Map<string, number>();
  for (const { name, prio } of tasks) {
    const label = `${name} (${prio})`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const names = Array.from(counts, ([name, count]) => (count > 1 ? `${name} x${count}` : name));
  return names.join(', ');
}

function coreText(core: CoreSummary, names: DecodedFile['names']): readonly string[] {
  const { tasks, segments, overflowEvents, lostPackets, trailingBytes } = core;
  const events = `${number.format(core.events)} events in ${number.format(core.bytes)} bytes`;
  const lost = `${number.format(lostPackets)} packets lost in ${overflowEvents} overflows`;
  return [
    `Core ${core.core}: ${events}, ${duration(core)}, ${segments.length} segments`,
    ...(overflowEvents > 0 ? [`  ${lost}`] : []),
    ...(trailingBytes > 0 ? [`  ${trailingBytes} bytes at the end are not a whole packet`] : []),
    ...core.sysdesc.map((text) => `  ${text}`),
    ...(tasks.length > 0 ? [`  Tasks: ${taskNames(core)}`] : []),
    ...eventCounts(core, names),
    ...core.problems.map((problem) => `  ! ${problem}`),
  ];
}

/** Summarises a recording for people; `columns` is undefined without a terminal. */
export function decodedText(
  { summary, runs, problems, names }: DecodedFile,
  file: string,
  columns: number | undefined,
): string {
  const passes = [...passesOf(runs)];
  const lines = [
    file,
    ...summary.cores.flatMap((core) => coreText(core, names)),
    ...problems.map((problem) => `! ${problem}`),
    ...passes.flatMap((pass) => pass.problems.map((problem) => `! ${problem}`)),
  ];
  const table = passes.length > 0 ? `\n${terminalTable({ passes }, columns)}` : '';
  return `${lines.join('\n')}\n${table}`;
}
