import type { Curve } from '../../core/results/model';

/** Which point of which line is looked at. */
export interface Place {
  readonly line: number;
  readonly point: number;
}

/** The point that a key leads to: along the line, or to the same place of another; nothing for other keys. */
export function nextPlace(
  key: string,
  from: Place | undefined,
  lines: Curve['lines'],
): Place | undefined {
  const { line, point } = from ?? { line: 0, point: -1 };
  const last = (lines[line]?.points.length ?? 0) - 1;
  switch (key) {
    case 'ArrowRight':
      return { line, point: Math.min(last, point + 1) };
    case 'ArrowLeft':
      return { line, point: from === undefined ? last : Math.max(0, point - 1) };
    case 'Home':
      return { line, point: 0 };
    case 'End':
      return { line, point: last };
    case 'ArrowUp':
    case 'ArrowDown':
      return beside(key === 'ArrowUp' ? -1 : 1, { line, point }, lines);
    default:
      return undefined;
  }
}

function beside(step: number, { line, point }: Place, lines: Curve['lines']): Place {
  const next = (line + step + lines.length) % lines.length;
  const x = lines[line]?.points[point]?.x;
  const same = lines[next]?.points.findIndex((each) => each.x === x) ?? -1;
  return { line: next, point: Math.max(0, same) };
}
