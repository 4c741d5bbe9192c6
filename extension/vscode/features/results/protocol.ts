import * as v from 'valibot';
import { resultsModelSchema } from '../../../report';
import { buffer, message, readyMessage } from '../../protocol';

const range = v.object({ low: v.number(), high: v.number() });

/** A part of a slow sample's time. */
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
});

const slowSample = v.object({
  repeat: v.number(),
  index: v.number(),
  elapsed: v.number(),
  unit: v.string(),
  tickInside: v.boolean(),
  sentence: v.string(),
  parts: v.array(part),
  notes: v.array(v.string()),
});

/** The actions available for a run in its results. */
const possible = v.object({
  compare: v.boolean(),
  timeline: v.boolean(),
  profile: v.boolean(),
  /** A traced recording that explains slow samples exists. */
  slowest: v.boolean(),
  /** The reason if it cannot be measured again. */
  noRunAgain: v.optional(v.string()),
});

const live = v.object({
  /** The agent that executes it, if two take turns. */
  agent: v.optional(v.picklist(['A', 'B'])),
  build: v.picklist(['headline', 'traced']),
  repeat: v.number(),
  operation: v.string(),
  samples: v.number(),
  requested: v.number(),
  rate: v.number(),
  isEnd: v.boolean(),
  unit: v.string(),
  shape: v.object({
    scale: v.picklist(['linear', 'log']),
    edges: v.array(v.number()),
    counts: v.array(v.number()),
  }),
});

/** A run in progress, or one that ended without a result. */
const running = v.object({
  target: v.string(),
  isEmulated: v.boolean(),
  /** The request in words. */
  order: v.string(),
  startedAt: v.number(),
  phase: v.string(),
  messages: v.array(v.string()),
  operations: v.array(live),
  state: v.picklist(['running', 'stopping', 'ended']),
  /** The end of a run that was not kept. */
  ending: v.optional(v.object({ message: v.string(), hint: v.optional(v.string()) })),
});

/** The panel's subject, for restoring it. */
const subject = v.variant('kind', [
  v.object({ kind: v.literal('run'), home: v.string(), id: v.string() }),
  v.object({
    kind: v.literal('running'),
    /** Distinguishes a run of this session from one before a reload. */
    session: v.string(),
    home: v.string(),
    id: v.number(),
    target: v.string(),
    title: v.string(),
    order: v.string(),
    startedAt: v.number(),
  }),
]);

/** The state that the results view keeps over reloads. */
export const resultsStateSchema = v.object({
  version: v.literal(1),
  subject,
  selected: v.optional(v.string()),
});

/** Messages to the results view. */
export const toResultsSchema = v.variant('type', [
  message('results', {
    subject,
    model: resultsModelSchema,
    possible,
    name: v.optional(v.string()),
    isSample: v.boolean(),
    isBaseline: v.boolean(),
    /** The operation to show first, `suite/op`. */
    operation: v.optional(v.string()),
  }),
  message('select', { operation: v.string() }),
  message('samples', {
    row: v.string(),
    range: v.optional(range),
    isExact: v.boolean(),
    quiet: buffer,
    ticked: buffer,
  }),
  message('slowest', {
    row: v.string(),
    samples: v.array(slowSample),
    failure: v.optional(v.string()),
  }),
  message('costliest', {
    row: v.string(),
    functions: v.array(
      v.object({ name: v.string(), self: v.optional(v.number()), share: v.number() }),
    ),
  }),
  message('running', { subject, running }),
  message('live', {
    operations: v.array(live),
    phase: v.string(),
    messages: v.array(v.string()),
    state: v.picklist(['running', 'stopping']),
  }),
  message('failure', { message: v.string(), hint: v.optional(v.string()) }),
]);

/** Messages from the results view. */
export const fromResultsSchema = v.variant('type', [
  readyMessage,
  message('action', {
    action: v.picklist([
      'compare',
      'comparePublished',
      'timeline',
      'profile',
      'export',
      'runAgain',
      'stop',
      'log',
    ]),
  }),
  message('samples', { row: v.string(), range: v.optional(range) }),
  message('slowest', { row: v.string() }),
  message('costliest', { row: v.string() }),
  /** The flame graph of an operation, by its name with its parameters. */
  message('showProfile', { operation: v.string() }),
  message('showSample', { operation: v.string(), repeat: v.number(), index: v.number() }),
  message('source', { at: v.string() }),
]);

export type ToResults = v.InferOutput<typeof toResultsSchema>;
export type FromResults = v.InferOutput<typeof fromResultsSchema>;
export type ResultsState = v.InferOutput<typeof resultsStateSchema>;
export type ResultsSubject = v.InferOutput<typeof subject>;
export type Possible = v.InferOutput<typeof possible>;
export type LiveOperation = v.InferOutput<typeof live>;
export type RunningModel = v.InferOutput<typeof running>;
export type SlowSample = v.InferOutput<typeof slowSample>;
