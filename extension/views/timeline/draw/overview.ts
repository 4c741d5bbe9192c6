import type { TraceWindow } from '../../../core/trace/window';
import type { Lane } from '../schemas';
import type { Palette } from './palette';
import type { Pen } from './scene';

/** How busy all cores were in each column, as shares; idle and unknown time is not counted. */
export function loadOf(window: TraceWindow, lanes: readonly Lane[]): Float32Array {
  const { columns, start, stop, spans } = window;
  const load = new Float32Array(columns);
  const perColumn = (stop - start) / columns;
  const cores = Math.max(1, new Set(lanes.map(({ core }) => core)).size);
  for (const { lane, from, to, density } of window.lanes) {
    const kind = lanes[lane]?.kind;
    if (kind !== 'task' && kind !== 'interrupt' && kind !== 'timer' && kind !== 'scheduler') {
      continue;
    }
    for (let column = 0; density && column < columns; column++) {
      load[column] = (load[column] ?? 0) + (density[column] ?? 0) / 255 / cores;
    }
    for (let index = from; index < to; index++) {
      const first = ((spans.start[index] ?? 0) - start) / perColumn;
      const last = ((spans.stop[index] ?? 0) - start) / perColumn;
      for (
        let column = Math.max(0, Math.floor(first));
        column < Math.min(columns, last);
        column++
      ) {
        const share = Math.min(last, column + 1) - Math.max(first, column);
        load[column] = (load[column] ?? 0) + share / cores;
      }
    }
  }
  return load;
}

/** Whatever ran at all is to be seen. */
export const barHeight = (load: number, most: number): number =>
  load <= 0 ? 0 : Math.max(2, Math.min(1, load) * most);

/** Draws the load of the whole recording as one shape. */
export function drawOverview(
  pen: Pen,
  load: Float32Array,
  gaps: TraceWindow,
  size: { readonly width: number; readonly height: number },
  palette: Palette,
): void {
  const { width, height } = size;
  pen.fillStyle = palette.background;
  pen.fillRect(0, 0, width, height);
  pen.beginPath();
  pen.moveTo(0, height);
  for (let column = 0; column < load.length; column++) {
    const y = height - barHeight(load[column] ?? 0, height - 3);
    pen.lineTo((column / load.length) * width, y);
    pen.lineTo(((column + 1) / load.length) * width, y);
  }
  pen.lineTo(width, height);
  pen.closePath();
  pen.globalAlpha = palette.isHighContrast ? 1 : 0.45;
  pen.fillStyle = palette.isHighContrast ? palette.dim : palette.focus;
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = palette.warning;
  const scale = width / (gaps.stop - gaps.start);
  gaps.gaps.start.forEach((start, index) => {
    const x = (start - gaps.start) * scale;
    const end = ((gaps.gaps.stop[index] ?? start) - gaps.start) * scale;
    pen.fillRect(x, 0, Math.max(1, end - x), 3);
  });
}
