import { computed, signal } from '@preact/signals';
import * as v from 'valibot';
import type { TraceWindow } from '../../../../trace';
import {
  type CoreShares,
  type EventRow,
  explainedSample,
  type ExplainedSample,
  type Explanation,
  type Info,
  type Moment,
  stretch,
} from '../schemas';
import {
  type Asked,
  chooseLanes,
  toTickUnit,
  type LaneChoice,
  layOutLanes,
  type Span,
  type TickUnit,
} from './model';

/** Loading progress of the recording. */
export type Phase =
  | { readonly is: 'opening'; readonly share: number; readonly events: number }
  | { readonly is: 'open' }
  | { readonly is: 'failed'; readonly message: string; readonly hint: string | undefined };

/** A window fetched for drawing. */
export interface Fetched {
  readonly asked: Asked;
  /** Undefined for all lanes. */
  readonly lanes: readonly number[] | undefined;
  readonly window: TraceWindow;
}

/** The pointer's position. */
export interface Pointed {
  readonly ticks: number;
  readonly lane: number | undefined;
}

export const tabs = ['events', 'shares', 'details', 'lanes', 'recording'] as const;
export type Tab = (typeof tabs)[number];

/** The state that a view keeps over a reload of the window. */
export const keptSchema = v.object({
  extent: stretch,
  view: stretch,
  tab: v.picklist(tabs),
  panelWidth: v.number(),
  order: v.picklist(['kind', 'priority', 'busy', 'name']),
  hidden: v.array(v.number()),
  lane: v.optional(v.number()),
  cursor: v.optional(v.number()),
  sample: v.optional(explainedSample),
});
export type Kept = v.InferOutput<typeof keptSchema>;

const NOWHERE: Span = { start: 0, stop: 1 };
const NO_CLOCK: TickUnit = { kind: 'count', perTick: 1, unit: 'ticks' };

/** The whole state of a timeline; each part of the screen subscribes to what it needs. */
export function newState(kept: Kept | undefined) {
  const info = signal<Info | undefined>(undefined);
  const choice = signal<LaneChoice>({
    order: kept?.order ?? 'kind',
    filter: '',
    hidden: new Set(kept?.hidden),
  });
  const shown = computed(() => chooseLanes(info.value?.lanes ?? [], choice.value));
  return {
    phase: signal<Phase>({ is: 'opening', share: 0, events: 0 }),
    info,
    isExample: signal(false),
    clock: computed(() => (info.value ? toTickUnit(info.value.clock) : NO_CLOCK)),
    extent: computed(() => info.value?.extent ?? NOWHERE),
    view: signal<Span>(NOWHERE),
    /** The size of the canvas, in pixels of the page. */
    size: signal({ width: 0, height: 0 }),
    scrollTop: signal(0),
    choice,
    shown,
    layout: computed(() => layOutLanes(info.value?.lanes ?? [], shown.value)),
    fetched: signal<Fetched | undefined>(undefined),
    overview: signal<TraceWindow | undefined>(undefined),
    shares: signal<readonly CoreShares[]>([]),
    pointed: signal<Pointed | undefined>(undefined),
    cursor: signal<number | undefined>(undefined),
    lane: signal<number | undefined>(undefined),
    event: signal<EventRow | undefined>(undefined),
    moment: signal<Moment | undefined>(undefined),
    isMeasuring: signal(false),
    measured: signal<Span | undefined>(undefined),
    explanation: signal<Explanation | undefined>(undefined),
    /** The zoom range of a drag in progress. */
    zooming: signal<Span | undefined>(undefined),
    sample: signal<ExplainedSample | undefined>(undefined),
    samples: signal<readonly ExplainedSample[]>([]),
    tab: signal<Tab>(kept?.tab ?? 'events'),
    panelWidth: signal(kept?.panelWidth ?? 380),
  };
}

export type State = ReturnType<typeof newState>;
