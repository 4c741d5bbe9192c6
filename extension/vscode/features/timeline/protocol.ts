import * as v from 'valibot';
import { buffer, message, readyMessage } from '../../protocol';
import {
  coreShares,
  eventRow,
  explainedSample,
  explanation,
  list,
  moment,
  stretch,
  traceInfo,
} from './schemas';

/** No message to a view is larger, so that recordings of any size scroll smoothly. */
export const MAX_MESSAGE_BYTES = 256 * 1024;

/** The number of an operation's slowest samples that the view steps through. */
export const MOST_SLOW_SAMPLES = 50;

const id = v.number();
const direction = v.picklist(['forwards', 'backwards']);

/** The displayed part of a recording that is too large to show as a whole. */
export const rangeSchema = v.union([
  v.object({ firstEvent: v.number() }),
  v.object({ share: v.number() }),
]);
export type TickRange = v.InferOutput<typeof rangeSchema>;

/** Requests from the view; each is answered once, by `answer` or `refusal`. */
export const questionSchemas = [
  message('window', {
    id,
    ...stretch.entries,
    pixels: v.number(),
    lanes: v.optional(list(v.number())),
  }),
  message('events', { id, from: v.number(), count: v.number() }),
  message('at', { id, ticks: v.number() }),
  message('find', { id, text: v.string(), from: v.number(), direction }),
  message('neighbour', { id, lane: v.number(), from: v.number(), direction }),
  message('shares', { id, ...stretch.entries }),
  message('explain', { id, ...stretch.entries, core: v.optional(v.number()) }),
  /** The traced sample whose span has this number. */
  message('sample', { id, number: v.number() }),
  message('slowest', { id, operation: v.string(), repeat: v.number() }),
] as const;

export const fromTimeline = v.variant('type', [
  readyMessage,
  ...questionSchemas,
  message('cancel', { id }),
  message('range', { range: rangeSchema }),
  message('openSource', { at: v.string() }),
]);
export type FromTimeline = v.InferOutput<typeof fromTimeline>;
export type Question = Extract<FromTimeline, { readonly id: number; readonly type: QuestionType }>;
export type QuestionType = (typeof questionSchemas)[number]['entries']['type']['literal'];

/** Answers to the view's requests, by the request's type. */
export const answerSchemas = {
  window: v.optional(buffer),
  events: list(eventRow),
  at: moment,
  find: v.optional(eventRow),
  neighbour: v.optional(eventRow),
  shares: list(coreShares),
  explain: explanation,
  sample: v.optional(explainedSample),
  slowest: list(explainedSample),
} as const satisfies Record<QuestionType, v.GenericSchema>;
export type TimelineAnswers = {
  readonly [K in QuestionType]: v.InferOutput<(typeof answerSchemas)[K]>;
};

export const toTimeline = v.variant('type', [
  message('opening', { bytesRead: v.number(), bytes: v.number(), events: v.number() }),
  message('opened', {
    info: traceInfo,
    /** Counts openings, so that state kept from another one is not reused. */
    opening: v.number(),
    isExample: v.boolean(),
  }),
  message('failed', { message: v.string(), hint: v.optional(v.string()) }),
  message('show', { sample: explainedSample }),
  message('answer', { id, answer: v.optional(v.unknown()) }),
  message('progress', { id, index: v.number() }),
  message('refusal', { id, message: v.string() }),
]);
export type ToTimeline = v.InferOutput<typeof toTimeline>;
