import type { TraceWindow } from '../../../core/trace/window';
import type { Clock } from '../model/clock';
import type { Layout } from '../model/layout';
import type { Span } from '../model/viewport';
import type { ExplainedSample, Info, Lane } from '../schemas';
import type { Palette } from './palette';
import type { Strips } from './strips';

/** A fetched window and what was drawn of it beforehand. */
export interface Backdrop {
  readonly window: TraceWindow;
  readonly strips: Strips | undefined;
}

/** Everything that one frame shows. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly view: Span;
  readonly scrollTop: number;
  readonly layout: Layout;
  readonly info: Info;
  readonly lanes: readonly Lane[];
  readonly clock: Clock;
  readonly palette: Palette;
  readonly fetched: Backdrop | undefined;
  /** Coarse, but of the whole recording: shown where nothing better has come yet. */
  readonly overview: Backdrop | undefined;
  readonly lane: number | undefined;
  readonly cursor: number | undefined;
  readonly pointed: number | undefined;
  readonly measured: Span | undefined;
  readonly zooming: Span | undefined;
  readonly sample: ExplainedSample | undefined;
}

export type Pen = CanvasRenderingContext2D;
