import * as v from 'valibot';

/** Lists from the worker are never modified. */
export const list = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.readonly());
const texts = list(v.string());

export const stretch = v.object({ start: v.number(), stop: v.number() });

const lane = v.object({
  kind: v.picklist([
    'interrupt',
    'timer',
    'task',
    'scheduler',
    'idle',
    'marker',
    'mark',
    'print',
    'operation',
    'block',
    'sample',
  ]),
  core: v.number(),
  id: v.number(),
  name: v.string(),
  priority: v.optional(v.number()),
  members: v.number(),
  busy: v.number(),
  order: v.number(),
});

const traceCore = v.object({
  core: v.number(),
  events: v.number(),
  firstTicks: v.number(),
  lastTicks: v.number(),
  lostPackets: v.number(),
  segments: list(v.object({ startTicks: v.number(), firstEvent: v.number() })),
});

const unit = v.picklist(['instructions', 'cycles', 'ns', 's', 'ticks']);

const operation = v.object({
  ...stretch.entries,
  name: v.string(),
  repeat: v.number(),
  samples: v.number(),
  at: v.string(),
});

/** The summary of an open recording: `TraceInfo` of trace, as sent to a view. */
export const traceInfo = v.object({
  lanes: list(lane),
  cores: list(traceCore),
  extent: stretch,
  first: stretch,
  clock: v.object({
    unit,
    name: v.string(),
    ratio: v.pipe(v.tuple([v.number(), v.number()]), v.readonly()),
  }),
  sysFreq: v.optional(v.number()),
  events: v.number(),
  lostPackets: v.number(),
  header: texts,
  system: texts,
  operations: list(operation),
  problems: texts,
  notices: texts,
  loaded: v.object({
    firstEvent: v.number(),
    events: v.number(),
    counted: v.number(),
    isWhole: v.boolean(),
    bytesRead: v.number(),
    bytes: v.number(),
  }),
});

export type Lane = v.InferOutput<typeof lane>;
export type Info = v.InferOutput<typeof traceInfo>;

export const eventRow = v.object({
  index: v.number(),
  ticks: v.number(),
  core: v.number(),
  lane: v.number(),
  text: v.string(),
});

export type EventRow = v.InferOutput<typeof eventRow>;

export const moment = v.object({
  index: v.number(),
  running: list(v.object({ ...stretch.entries, core: v.number(), lane: v.number() })),
});

export type Moment = v.InferOutput<typeof moment>;

export const coreShares = v.object({
  core: v.number(),
  unknown: v.number(),
  lanes: list(v.object({ lane: v.number(), ticks: v.number(), share: v.number() })),
});

export type CoreShares = v.InferOutput<typeof coreShares>;

const part = v.object({
  kind: v.picklist([
    'own',
    'interrupt',
    'timer',
    'task',
    'scheduler',
    'idle',
    'recording',
    'unknown',
  ]),
  name: v.string(),
  amount: v.number(),
  lane: v.number(),
});

export const explanation = v.object({
  ...stretch.entries,
  elapsed: v.number(),
  unit,
  parts: list(part),
  sentence: v.string(),
  notes: texts,
});

export type Explanation = v.InferOutput<typeof explanation>;

export const explainedSample = v.object({
  ...explanation.entries,
  operation: v.string(),
  repeat: v.number(),
  index: v.number(),
  isCold: v.boolean(),
  tickInside: v.boolean(),
});
export type ExplainedSample = v.InferOutput<typeof explainedSample>;
