import { computed, effect } from '@preact/signals';
import type { TraceWindow } from '../../../../trace';
import { themeChanges } from '../../../page';
import type { Lane } from '../schemas';
import {
  type Backdrop,
  drawAxis,
  drawCursors,
  drawGaps,
  drawGrid,
  drawLanes,
  drawRows,
  drawSample,
  drawSegments,
  drawStrips,
  type Pen,
  readPalette,
  type Scene,
} from './draw';
import { AXIS_HEIGHT } from './model';
import type { State } from './state';

/** Prepared once for many frames: colours, and the densities of fetched windows. */
export function newBackdrops(state: State) {
  // Another theme changes the palette even if the lanes stay the same.
  const palette = computed(() =>
    readThemePalette(themeChanges.value, state.info.value?.lanes ?? []),
  );
  const backdrop = (window: TraceWindow | undefined): Backdrop | undefined =>
    window && {
      window,
      strips: drawStrips(window, state.info.value?.lanes ?? [], palette.value),
    };
  return {
    palette,
    fetched: computed(() => backdrop(state.fetched.value?.window)),
    overview: computed(() => backdrop(state.overview.value)),
  };
}

/** Depends on the theme, which changes the palette even if the lanes stay the same. */
const readThemePalette = (_theme: number, lanes: readonly Lane[]) => readPalette(lanes);

export type Backdrops = ReturnType<typeof newBackdrops>;

/** Redraws a canvas, at most once per frame, whenever its content has changed. */
export function followState(
  canvas: HTMLCanvasElement,
  state: State,
  backdrops: Backdrops,
): () => void {
  const pen = canvas.getContext('2d', { alpha: false });
  let frame = 0;
  if (!pen) return () => undefined;

  const stop = effect(() => {
    const scene = buildScene(state, backdrops);
    if (!scene) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      fitToScreen(canvas, scene);
      const ratio = canvas.width / scene.width;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawFrame(pen, scene);
    });
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

/** Matches the canvas to the screen's pixels. */
function fitToScreen(canvas: HTMLCanvasElement, { width, height }: Scene): void {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width === wide && canvas.height === high) return;
  canvas.width = wide;
  canvas.height = high;
}

function buildScene(state: State, backdrops: Backdrops): Scene | undefined {
  const info = state.info.value;
  const { width, height } = state.size.value;
  if (!info || width <= 0 || height <= 0) return undefined;
  return {
    width,
    height,
    info,
    lanes: info.lanes,
    view: state.view.value,
    scrollTop: state.scrollTop.value,
    layout: state.layout.value,
    clock: state.clock.value,
    palette: backdrops.palette.value,
    fetched: backdrops.fetched.value,
    overview: backdrops.overview.value,
    lane: state.lane.value,
    cursor: state.cursor.value,
    pointed: state.pointed.value?.ticks,
    measured: state.measured.value,
    zooming: state.zooming.value,
    sample: state.sample.value,
  };
}

/** Draws one frame. */
function drawFrame(pen: Pen, scene: Scene): void {
  const { width, height, palette } = scene;
  pen.fillStyle = palette.background;
  pen.fillRect(0, 0, width, height);
  pen.save();
  pen.beginPath();
  pen.rect(0, AXIS_HEIGHT, width, height - AXIS_HEIGHT);
  pen.clip();
  drawRows(pen, scene);
  drawGrid(pen, scene);
  drawSegments(pen, scene);
  drawLanes(pen, scene);
  drawGaps(pen, scene);
  pen.restore();
  drawSample(pen, scene);
  drawAxis(pen, scene);
  drawCursors(pen, scene);
}
