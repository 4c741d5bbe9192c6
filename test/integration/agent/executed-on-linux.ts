import type { Capture } from '../../../extension/profile';

/*
 * Divides what emulated Linux executed in a window at the calls of the kernel's recorder, by the names of functions and
 * by the saving and restoring of registers: recorded events are not used.
 */

const KINDS = ['own', 'task', 'interrupt'] as const;
type Kind = (typeof KINDS)[number];

/** A part of a window. */
export interface ExecutedPart {
  readonly kind: Kind;
  /** Executed instructions, without recording. */
  amount: number;
  /** Events that it begins with; the recorder executes something after their time stamps. */
  begins: number;
  /** Events that it ends with; the recorder executes something before their time stamps. */
  ends: number;
}

const RECORDER = /^([0-9a-f]+) \w perf_trace_(sched_switch|irq_handler_entry|irq_handler_exit)\b/gm;

/** The kernel's recorders by the addresses of their first instructions, from its list of symbols. */
export function parseRecorders(symbols: string): ReadonlyMap<number, string> {
  const found = symbols.matchAll(RECORDER);
  return new Map(
    Array.from(found, ([, address = '', name = '']) => [Number.parseInt(address, 16), name]),
  );
}

/** Divides a path of a capture into its parts. */
export function partsOnLinux(
  { addresses }: Capture,
  { steps }: Capture['paths'][number],
  recorders: ReadonlyMap<number, string>,
): readonly ExecutedPart[] {
  const parts = KINDS.map((kind): ExecutedPart => ({ kind, amount: 0, begins: 0, ends: 0 }));
  const getPart = (kind: Kind) => parts[KINDS.indexOf(kind)] as ExecutedPart;
  const own = (steps.find((step) => step % 2 !== 0) ?? 0) >> 2;
  /** Who runs after a switch that is recorded: who is restored next. */
  const runnerFrom = (at: number): Kind => {
    const restored = steps.slice(at).find((step) => step % 4 === 3);
    return restored === undefined || restored >> 2 === own ? 'own' : 'task';
  };
  let [running, interrupted] = [getPart('own'), getPart('own')];
  let last = 0;
  /** The recorder returns there. */
  let leaving: number | undefined;
  steps.forEach((step, at) => {
    if (step % 2 !== 0) return;
    const address = Number.parseInt(addresses[step >> 1] ?? '', 16);
    const recorder = recorders.get(address);
    if (recorder !== undefined) {
      leaving = last + 4;
      running.ends += 1;
      if (recorder === 'irq_handler_entry')
        [interrupted, running] = [running, getPart('interrupt')];
      else running = recorder === 'sched_switch' ? getPart(runnerFrom(at)) : interrupted;
      running.begins += 1;
    } else if (address === leaving) leaving = undefined;
    if (leaving === undefined) running.amount += 1;
    last = address;
  });
  return parts;
}
