import type { Lane } from '../../schemas';

const SIZE = 6;

/** Hatching that distinguishes kinds of lanes without colour. */
const STROKES: Readonly<Partial<Record<Lane['kind'] | 'gap', readonly number[][]>>> = {
  interrupt: [[0, SIZE, SIZE, 0]],
  timer: [[SIZE / 2, 0, SIZE / 2, SIZE]],
  scheduler: [[0, SIZE / 2, SIZE, SIZE / 2]],
  gap: [
    [0, SIZE, SIZE, 0],
    [-1, 1, 1, -1],
    [SIZE - 1, SIZE + 1, SIZE + 1, SIZE - 1],
  ],
};

/** True if a kind's bars have hatching of their own. */
export const isHatched = (kind: Lane['kind']): boolean => kind in STROKES;

/** Created once per theme. */
export type Hatchings = Map<string, string | CanvasPattern>;

/** A hatching fill: lines of one colour on a transparent background. */
export function hatching(
  known: Hatchings,
  context: CanvasRenderingContext2D,
  kind: Lane['kind'] | 'gap',
  line: string,
): string | CanvasPattern {
  const key = `${kind} ${line}`;
  const made = known.get(key) ?? make(context, kind, line);
  known.set(key, made);
  return made;
}

function make(
  context: CanvasRenderingContext2D,
  kind: Lane['kind'] | 'gap',
  line: string,
): string | CanvasPattern {
  const strokes = STROKES[kind];
  if (!strokes) return line;
  const tile = new OffscreenCanvas(SIZE, SIZE);
  const pen = tile.getContext('2d');
  if (!pen) return line;
  pen.strokeStyle = line;
  pen.lineWidth = 1.2;
  for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of strokes) {
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  }
  return context.createPattern(tile, 'repeat') ?? line;
}
