import type { Histogram } from './histogram';

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** One character a bin, height linear in the count; an empty bin is a blank, no other is. */
export function textHistogram({ counts }: Histogram, width: number): string {
  const tallest = Math.max(1, ...counts);
  const bars = counts.map((count) => {
    if (count === 0) return ' ';
    return BLOCKS[Math.ceil((count / tallest) * BLOCKS.length) - 1];
  });
  return bars.join('').padEnd(width);
}
