import type { PublishedUnit } from './model';

const EXPONENTS: Readonly<Record<string, number>> = { s: 0, ms: -3, µs: -6, ns: -9 };

const PRINTED = /^([+-]?\d+)(?:\.(\d+))?\s*([^\d\s]*)$/;

/** Parses a printed figure into `unit`; its own unit of time, if any, is converted exactly. */
export function readPrinted(
  printed: string,
  unit: PublishedUnit,
): { value: number; resolution: number } | undefined {
  const [, whole, decimals = '', suffix = ''] = PRINTED.exec(printed) ?? [];
  if (whole === undefined) return undefined;
  const exponent = conversion(suffix, unit);
  return {
    // Parsed as one literal, so that 2.4 µs become exactly 2400 ns.
    value: Number(`${whole}.${decimals}e${exponent}`),
    resolution: Number(`1e${exponent - decimals.length}`),
  };
}

function conversion(from: string, to: PublishedUnit): number {
  const [own, wanted] = [EXPONENTS[from], EXPONENTS[to]];
  return own === undefined || wanted === undefined ? 0 : own - wanted;
}
