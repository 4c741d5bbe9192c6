// Values are sent as 31 bits of ticks; for longer ones the agent writes the largest value.
const LONGEST = 0x7fff_ffff;

/** Reasons why raw values cannot be true: a stopped timer, or one that may have wrapped. */
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
