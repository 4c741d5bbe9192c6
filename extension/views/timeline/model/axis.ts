import { fixed, scaleFor, unitsPerTick, type Clock } from './clock';
import { lengthOf, type Span } from './viewport';

/** A line of the time axis. */
export interface AxisTick {
  readonly ticks: number;
  readonly label: string;
}

/** The lines of a time axis. */
export interface Axis {
  readonly ticks: readonly AxisTick[];
  /** Ticks between two unlabelled lines. */
  readonly minor: number;
  /** What every label counts from, where the moments themselves would be too long to read. */
  readonly base: string | undefined;
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below a value. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const times = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9));
  return (times ?? 10) * power;
}

const minorParts = (step: number): number =>
  Math.round(step / 10 ** Math.floor(Math.log10(step) + 1e-9)) === 2 ? 4 : 5;

/** How many digits a label may have before it is told from a base. */
const LONGEST = 6;

/** Above this a label changes to the next unit. */
const MOST_IN_A_UNIT = 10_000;

/** The axis of a view on `width` pixels, with labels at least `apart` pixels from each other. */
export function axisOf(view: Span, width: number, clock: Clock, apart = 110): Axis {
  const perTick = unitsPerTick(clock);
  const whole = lengthOf(view) * perTick;
  const least = (whole * apart) / Math.max(width, 1);
  const step = niceStep(clock.kind === 'count' ? Math.max(least, 1) : least);
  const first = Math.ceil((view.start * perTick) / step - 1e-9);
  const last = Math.floor((view.stop * perTick) / step + 1e-9);
  const offset = baseOf(first * step, last * step, step);
  const scale = scaleFor(clock, Math.max(step, (last * step - offset) / MOST_IN_A_UNIT));
  const decimals = Math.max(0, Math.ceil(-Math.log10(step / scale.size) - 1e-9));
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const value = (first + index) * step;
    const sign = offset > 0 ? '+' : '';
    return {
      ticks: value / perTick,
      label: `${sign}${fixed((value - offset) / scale.size, decimals)} ${scale.name}`,
    };
  });
  return {
    ticks,
    minor: step / perTick / minorParts(step),
    base: offset > 0 ? baseLabel(clock, offset) : undefined,
  };
}

/** What labels are counted from: zero while the moments are short enough to be written out. */
function baseOf(first: number, last: number, step: number): number {
  if (last / step < 10 ** LONGEST) return 0;
  const coarse = niceStep(last - first + step);
  return Math.floor(first / coarse) * coarse;
}

function baseLabel(clock: Clock, offset: number): string {
  const scale = scaleFor(clock, offset);
  const value = offset / scale.size;
  const text = fixed(value, clock.kind === 'time' ? 9 : 0).replace(/(\.\d*?)0+$/, '$1');
  return `${text.replace(/\.$/, '')} ${scale.name}`;
}
