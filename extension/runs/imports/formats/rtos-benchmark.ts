import { collect, type FoundOperation } from '../collect';
import type { ImportFormat, ImportResult } from '../imported';
import { consoleLines, cutDoubts, type Line, unreadable } from '../lines';
import { YIELDS, ZEPHYR_HEAP } from '../namesakes';
import { decimal } from '../figures';
import { zephyrFacts } from '../zephyr';

const HEADING = /^\*\*\s*(\S.*?)\s*\[\s*avg\s*,\s*min\s*,\s*max\s*\]\s*in nanoseconds/i;
const ROW = /^(.*?\S)\s*:\s*(\d+|n\/a)\s*,\s*(\d+|n\/a)\s*,\s*(\d+|n\/a)$/;
const LOOKS_LIKE_ROW = /:\s*(?:\d+|n\/a)\s*,/;

const HEAP = { ...ZEPHYR_HEAP, differs: 'each block of 128 bytes is freed before the next' };

const NAMESAKES: ImportFormat['namesakes'] = {
  'Yield stats: Yield (context switch)': YIELDS,
  'Mutex Stats: Lock (no owner)': {
    suite: 'mutex',
    op: 'lock',
    because: 'a free mutex is locked',
  },
  'Mutex Stats: Unlock (no waiters)': {
    suite: 'mutex',
    op: 'unlock',
    because: 'a mutex that nobody waits for is unlocked',
  },
  'Allocation stats: Malloc': { ...HEAP, op: 'malloc' },
  'Allocation stats: Free': { ...HEAP, op: 'free' },
  'Thread stats: Spawn (no context switch)': {
    suite: 'thread',
    op: 'create',
    because: 'a thread of lower priority is created and made ready, and does not run yet',
  },
};

/** Text of zephyrproject's rtos-benchmark: average, minimum and maximum in nanoseconds. */
export const rtosBenchmark: ImportFormat = {
  id: 'rtos-benchmark',
  title: 'zephyrproject rtos-benchmark',
  about: 'zephyrproject-rtos/rtos-benchmark',
  namesakes: NAMESAKES,
  recognises: (text) => consoleLines(text).some((line) => HEADING.test(line.text)),
  read,
};

function read(text: string): ImportResult {
  const lines = consoleLines(text);
  const found: FoundOperation[] = [];
  const damaged: Line[] = [];
  let heading: string | undefined;
  for (const line of lines) {
    const next = HEADING.exec(line.text)?.[1];
    if (next !== undefined) heading = next;
    if (next !== undefined || heading === undefined) continue;
    const operation = parseRow(line, heading);
    if (operation !== undefined) found.push(operation);
    else if (LOOKS_LIKE_ROW.test(line.text)) damaged.push(line);
  }
  const ended = lines.some((line) => /\*\*\* Done! \*\*\*/.test(line.text));
  const { os, ...facts } = zephyrFacts(lines);
  const problems = [
    ...unreadable(damaged),
    ...(ended ? [] : ['The text ends before the benchmark does.']),
  ];
  // The benchmark runs on five systems without naming them; only Zephyr has a banner of its own.
  const known = facts['os_version'] !== undefined && os !== undefined ? { os, ...facts } : facts;
  return collect(rtosBenchmark, { unit: 'ns', facts: known, found, problems });
}

function parseRow(line: Line, heading: string): FoundOperation | undefined {
  const [, label, average, lowest, highest] = ROW.exec(line.text) ?? [];
  if (label === undefined) return undefined;
  const name = label.replace(/\s+/g, ' ');
  const [mean, min, max] = [decimal(average), decimal(lowest), decimal(highest)];
  return {
    suite: toSuiteName(heading),
    op: name,
    originalName: `${heading}: ${name}`,
    ...(mean === undefined || min === undefined || max === undefined
      ? { inconclusive: 'n/a: not measured on this system' }
      : { mean, min, max, doubts: cutDoubts(line) }),
  };
}

function toSuiteName(heading: string): string {
  return heading
    .replace(/\s+stats$/i, '')
    .toLowerCase()
    .replace(/\W+/g, '_');
}
