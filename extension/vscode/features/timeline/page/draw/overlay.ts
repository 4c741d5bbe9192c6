import { formatNumber, plural } from '../../../../../measure';
import { t } from '../../../../page';
import {
  AXIS_HEIGHT,
  formatFixed,
  formatDuration,
  LANE_HEIGHT,
  getSpanLength,
  chooseAxisUnit,
  type Span,
  type TickUnit,
  unitsPerTick,
  toStripX,
} from '../model';
import { drawLabel } from './lanes';
import { hatching } from './palette';
import type { Pen, Scene } from './scene';

/** The axis's lines across all lanes, below everything else. */
export function drawGrid(pen: Pen, { view, width, height, clock, palette }: Scene): void {
  pen.globalAlpha = palette.isHighContrast ? 0.4 : 0.5;
  pen.fillStyle = palette.grid;
  for (const { ticks } of buildAxis(view, width, clock).ticks) {
    pen.fillRect(Math.round(toStripX(view, width, ticks)), AXIS_HEIGHT, 1, height - AXIS_HEIGHT);
  }
  pen.globalAlpha = 1;
}

/** The axis itself, above the scrolled content. */
export function drawAxis(pen: Pen, { view, width, clock, palette }: Scene): void {
  const { ticks, minor, base } = buildAxis(view, width, clock);
  pen.fillStyle = palette.background;
  pen.fillRect(0, 0, width, AXIS_HEIGHT);
  pen.fillStyle = palette.grid;
  pen.fillRect(0, AXIS_HEIGHT - 1, width, 1);
  pen.fillStyle = palette.dim;
  for (let at = Math.ceil(view.start / minor) * minor; at < view.stop; at += minor) {
    pen.fillRect(Math.round(toStripX(view, width, at)), AXIS_HEIGHT - 4, 1, 3);
  }
  pen.font = palette.font;
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  const counted = base === undefined ? '' : `${base} +`;
  // The base of the labels comes first; a label that it would cover is left out.
  const free = counted === '' ? 0 : pen.measureText(counted).width + 12;
  for (const { ticks: at, label } of ticks) {
    const x = Math.round(toStripX(view, width, at));
    pen.fillStyle = palette.dim;
    pen.fillRect(x, AXIS_HEIGHT - 9, 1, 8);
    pen.fillStyle = palette.foreground;
    // Labels at the ends are not cut.
    const half = pen.measureText(label).width / 2 + 2;
    const middle = Math.min(Math.max(x, half), width - half);
    if (middle - half >= free) pen.fillText(label, middle, 9);
  }
  pen.textAlign = 'left';
  if (counted !== '') drawLabel(pen, palette, counted, 4, 9);
}

/** Lost packets: hatching across the core's lanes, with their number. */
export function drawGaps(pen: Pen, scene: Scene): void {
  const gaps = scene.fetched?.window.gaps;
  if (!gaps) return;
  const { view, width, palette, layout, scrollTop, height } = scene;
  pen.font = palette.font;
  pen.textBaseline = 'middle';
  for (let index = 0; index < gaps.start.length; index++) {
    const left = toStripX(view, width, gaps.start[index] ?? 0);
    const right = Math.max(left + 3, toStripX(view, width, gaps.stop[index] ?? 0));
    if (right < 0 || left > width) continue;
    const rows = layout.cores.get(gaps.core[index] ?? -1);
    if (!rows) continue;
    const bottom = Math.min(height, AXIS_HEIGHT + rows.bottom - scrollTop);
    const from = Math.max(AXIS_HEIGHT, AXIS_HEIGHT + rows.top - scrollTop);
    if (bottom <= from) continue;
    pen.fillStyle = hatching(palette.hatchings, pen, 'gap', palette.warning);
    pen.fillRect(left, from, right - left, bottom - from);
    pen.fillStyle = palette.warning;
    pen.fillRect(left, from, 1, bottom - from);
    pen.fillRect(right - 1, from, 1, bottom - from);
    const packets = gaps.packets[index] ?? 0;
    const text = t('{0} lost', plural(packets, 'packet'));
    const x = Math.max(left, 0) + 4;
    if (Math.min(right, width) - x > 90) drawLabel(pen, palette, text, x, from + LANE_HEIGHT / 2);
  }
}

/** Restarts of the recording. */
export function drawSegments(pen: Pen, { info, view, width, height, palette }: Scene): void {
  pen.strokeStyle = palette.dim;
  pen.setLineDash([2, 4]);
  pen.beginPath();
  for (const { segments } of info.cores) {
    for (const { startTicks } of segments.slice(1)) {
      const x = Math.round(toStripX(view, width, startTicks)) + 0.5;
      if (x < 0 || x > width) continue;
      pen.moveTo(x, AXIS_HEIGHT);
      pen.lineTo(x, height);
    }
  }
  pen.stroke();
  pen.setLineDash([]);
}

function band(pen: Pen, scene: Scene, span: Span, colour: string, alpha: number): void {
  const { view, width, height } = scene;
  const left = toStripX(view, width, span.start);
  const right = Math.max(left + 1, toStripX(view, width, span.stop));
  if (right < 0 || left > width) return;
  const from = Math.max(-2, left);
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.fillRect(from, AXIS_HEIGHT, Math.min(right, width + 2) - from, height - AXIS_HEIGHT);
  pen.globalAlpha = 1;
  pen.fillRect(Math.round(left) - 1, AXIS_HEIGHT - 6, 2, height);
  pen.fillRect(Math.round(right) - 1, AXIS_HEIGHT - 6, 2, height);
}

function spanLabel(pen: Pen, scene: Scene, span: Span, text: string): void {
  const { view, width, palette } = scene;
  pen.font = palette.font;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  const left = Math.max(0, toStripX(view, width, span.start));
  const right = Math.min(width, toStripX(view, width, span.stop));
  const x = (left + right - pen.measureText(text).width) / 2;
  const below = AXIS_HEIGHT + scene.layout.height - scene.scrollTop + LANE_HEIGHT / 2;
  drawLabel(pen, palette, text, Math.max(2, x), Math.min(below, scene.height - 12));
}

/** Veils everything outside the operation's window, so that it is visible in any theme. */
export function drawSample(pen: Pen, scene: Scene): void {
  const { sample, palette, view, width, height } = scene;
  if (!sample) return;
  pen.globalAlpha = 0.5;
  pen.fillStyle = palette.background;
  const left = Math.min(width, Math.max(0, toStripX(view, width, sample.start)));
  const right = Math.min(width, Math.max(0, toStripX(view, width, sample.stop)));
  pen.fillRect(0, AXIS_HEIGHT, left, height);
  pen.fillRect(right, AXIS_HEIGHT, width - right, height);
  pen.globalAlpha = 1;
  const unit = sample.unit === 'instructions' ? 'instr' : sample.unit;
  spanLabel(pen, scene, sample, `${formatNumber(sample.elapsed)} ${unit}`);
}

/** The cursor, the measured stretch and the zoom range of a drag. */
export function drawCursors(pen: Pen, scene: Scene): void {
  const { view, width, height, palette, clock, pointed, measured, zooming } = scene;
  if (zooming) band(pen, scene, zooming, palette.selection, 0.45);
  if (measured) {
    band(pen, scene, measured, palette.focus, 0.15);
    spanLabel(pen, scene, measured, `Δ ${formatDuration(clock, getSpanLength(measured))}`);
  }
  if (pointed !== undefined) {
    pen.globalAlpha = 0.4;
    pen.fillStyle = palette.foreground;
    pen.fillRect(Math.round(toStripX(view, width, pointed)), AXIS_HEIGHT, 1, height);
    pen.globalAlpha = 1;
  }
  drawCursor(pen, scene);
  // A sample's borders are drawn over the cursor, which starts at one of them.
  if (scene.sample) band(pen, scene, scene.sample, palette.focus, 0);
}

function drawCursor(pen: Pen, { view, width, height, palette, cursor }: Scene): void {
  if (cursor === undefined) return;
  const x = Math.round(toStripX(view, width, cursor));
  if (x < -4 || x > width + 4) return;
  pen.fillStyle = palette.foreground;
  pen.fillRect(x, AXIS_HEIGHT - 6, 1, height);
  pen.beginPath();
  pen.moveTo(x - 4, AXIS_HEIGHT - 8);
  pen.lineTo(x + 5, AXIS_HEIGHT - 8);
  pen.lineTo(x + 0.5, AXIS_HEIGHT - 1);
  pen.fill();
}

/** A line of the time axis. */
interface AxisTick {
  readonly ticks: number;
  readonly label: string;
}

/** The lines of a time axis. */
interface Axis {
  readonly ticks: readonly AxisTick[];
  /** Ticks between two unlabelled lines. */
  readonly minor: number;
  /** Origin of the labels, if the moments themselves would be too long to read. */
  readonly base: string | undefined;
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `least`. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const times = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9));
  return (times ?? 10) * power;
}

const minorParts = (step: number): number =>
  Math.round(step / 10 ** Math.floor(Math.log10(step) + 1e-9)) === 2 ? 4 : 5;

/** Labels with more digits are shown relative to a base. */
const LONGEST = 6;

/** Above this a label changes to the next unit. */
const MOST_IN_A_UNIT = 10_000;

/** The axis of a view on `width` pixels, with labels at least `apart` pixels apart. */
export function buildAxis(view: Span, width: number, clock: TickUnit, apart = 110): Axis {
  const perTick = unitsPerTick(clock);
  const whole = getSpanLength(view) * perTick;
  const least = (whole * apart) / Math.max(width, 1);
  const step = niceStep(clock.kind === 'count' ? Math.max(least, 1) : least);
  const first = Math.ceil((view.start * perTick) / step - 1e-9);
  const last = Math.floor((view.stop * perTick) / step + 1e-9);
  const offset = chooseBase(first * step, last * step, step);
  const scale = chooseAxisUnit(clock, Math.max(step, (last * step - offset) / MOST_IN_A_UNIT));
  const decimals = Math.max(0, Math.ceil(-Math.log10(step / scale.size) - 1e-9));
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const value = (first + index) * step;
    const sign = offset > 0 ? '+' : '';
    return {
      ticks: value / perTick,
      label: `${sign}${formatFixed((value - offset) / scale.size, decimals)} ${scale.name}`,
    };
  });
  return {
    ticks,
    minor: step / perTick / minorParts(step),
    base: offset > 0 ? baseLabel(clock, offset) : undefined,
  };
}

/** The origin of labels: zero while the moments are short enough to be written out. */
function chooseBase(first: number, last: number, step: number): number {
  if (last / step < 10 ** LONGEST) return 0;
  const coarse = niceStep(last - first + step);
  return Math.floor(first / coarse) * coarse;
}

function baseLabel(clock: TickUnit, offset: number): string {
  const scale = chooseAxisUnit(clock, offset);
  const value = offset / scale.size;
  const text = formatFixed(value, clock.kind === 'time' ? 9 : 0).replace(/(\.\d*?)0+$/, '$1');
  return `${text.replace(/\.$/, '')} ${scale.name}`;
}
