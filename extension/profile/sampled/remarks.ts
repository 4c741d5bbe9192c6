import { formatPercent, plural, SHARE_METHOD } from '../../measure';
import { addressText } from './batches';
import type { SamplingFacts } from './flat';

/** Sentences about what sampled shares are of, and how far they can be trusted. */
export function samplingRemarks(facts: SamplingFacts, isFlat: boolean): string[] {
  const { operation, way, elf, isHalting, wasTraceOff, onlyAddress, resets } = facts;
  return [
    isFlat
      ? `Sampled, flat: each function's share of the ${operation === undefined ? "core's" : "benchmark's"} time, without its callees. Intervals: ${SHARE_METHOD}.`
      : `Sampled: each function's share of the benchmark's time, alone and including its callees. Intervals: ${SHARE_METHOD}.`,
    ...describeUnseen(facts),
    ...describeWidth(facts),
    ...describeOmissions(facts),
    ...(facts.isInRounds
      ? [
          'Includes what the benchmark does between executions: it prepares its objects for a few at a time and checks them afterwards, which cannot be separated without callers.',
        ]
      : []),
    ...(way.endsWith('-clock')
      ? [
          'A timer took the samples: code that runs while interrupts are disabled is attributed to the place that enables them again, such as finish_task_switch. Shares that include callees are right.',
        ]
      : []),
    ...(facts.isKernelHidden
      ? ["The kernel's part is missing: allow it with sysctl kernel.perf_event_paranoid=1."]
      : []),
    ...describeIdle(facts),
    ...describeTasks(facts),
    ...(facts.notes ?? []),
    ...(elf === undefined ? ['Name the ELF file of the firmware to see functions.'] : []),
    ...(onlyAddress === undefined
      ? []
      : [
          `All samples show one address, ${addressText(onlyAddress)}: the core waits there, or the register with its program counter is stuck.`,
        ]),
    ...(isHalting ? ['The core was stopped for each sample: the firmware was disturbed.'] : []),
    ...(wasTraceOff
      ? ['The trace unit (TRCENA) was off: it was switched on while sampling, and off again.']
      : []),
    ...(resets === 0 ? [] : [`The core was reset while sampling (${plural(resets, 'time')}).`]),
  ];
}

/** Two digits of a percentage, however small it is. */
const briefPercent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;

function describeUnseen({ unseen }: SamplingFacts): readonly string[] {
  if (unseen === undefined) return [];
  return [
    `A function that no sample hit has a share of 0 to ${briefPercent(unseen)} (95 % interval).`,
  ];
}

/** With fewer, intervals of small functions are too wide: they contain the share in more than 97 of 100 cases. */
const ENOUGH_SAMPLES = 700;
/** With fewer switches between what the firmware does, down to one, intervals are too wide. */
const ENOUGH_PERIODS = 20;

function describeWidth({ samples, periods }: SamplingFacts): readonly string[] {
  const longer = Math.max(ENOUGH_SAMPLES / samples, ENOUGH_PERIODS / (periods ?? ENOUGH_PERIODS));
  if (!Number.isFinite(longer) || longer <= 1) return [];
  const why =
    periods === undefined
      ? `${plural(samples, 'sample')}, fewer than ${ENOUGH_SAMPLES}`
      : `The firmware switched between its activities only about ${plural(periods, 'time')} while it was sampled`;
  return [
    `${why}: intervals are wider than needed. Sample ${plural(Math.ceil(longer), 'time')} as long.`,
  ];
}

function describeOmissions({ samples, leftOut }: SamplingFacts): readonly string[] {
  if (!leftOut) return [];
  const { clock, agent } = leftOut;
  const share = (count: number) => formatPercent(count / Math.max(1, samples + clock + agent));
  return [
    `Left out: ${share(clock)} of all samples read the clock, and ${share(agent)} were the agent's own work between executions.`,
  ];
}

function describeTasks({ samples, switches }: SamplingFacts): readonly string[] {
  if (switches === undefined) return [];
  const share = formatPercent(switches / Math.max(1, samples));
  return [
    `Each sample belongs to the task that ran before it. After ${share} of the samples another one ran: their functions may belong to that.`,
  ];
}

function describeIdle({ samples, idle, isIdleOmitted }: SamplingFacts): readonly string[] {
  if (idle === 0) return [];
  const share = formatPercent(idle / (isIdleOmitted ? samples + idle : samples));
  const omitted = isIdleOmitted ? ', which are left out' : '';
  return [`The core was idle in ${share} of all samples${omitted}.`];
}
