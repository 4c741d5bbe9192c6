// Values travel as 31 bits of ticks, and an agent writes the largest one when more have passed.
const LONGEST = 0x7fff_ffff;

/** Why raw values cannot be true: a timer that stands still, or one that may have wrapped. */
export function rawDoubts(ticks: Uint32Array): string[] {
  if (ticks.length === 0) return [];
  let moved = false;
  let wraps = 0;
  for (const value of ticks) {
    if (value > 0) moved = true;
    if (value >= LONGEST) wraps += 1;
  }
  const doubts = moved ? [] : ['the clock did not move in any sample'];
  if (wraps > 0) doubts.push(`${wraps} samples are longer than half the counter's range`);
  return doubts;
}
