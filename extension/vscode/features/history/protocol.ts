import * as v from 'valibot';
import { CLOCK_UNITS } from '../../../agent';
import { buffer, message, readyMessage } from '../../protocol';

/** An index of a list. */
const entry = v.pipe(v.number(), v.integer(), v.minValue(0));

const commit = v.object({
  id: v.string(),
  subject: v.string(),
  author: v.string(),
  date: v.string(),
});

const change = v.object({
  at: entry,
  before: entry,
  figures: v.tuple([v.number(), v.number()]),
  /** Commits from the one before the change, which may contain it. */
  commits: v.number(),
  facts: v.array(v.object({ name: v.string(), values: v.tuple([v.string(), v.string()]) })),
  /** Both sides have a profile, so their difference can be shown. */
  isProfiled: v.boolean(),
});

const changes = v.array(change);

const series = v.object({
  target: v.string(),
  operation: v.string(),
  unit: v.picklist(CLOCK_UNITS),
  isExact: v.boolean(),
  /** Packed; the page needs only those of the charts in the window. */
  points: buffer,
  /** Empty until they were searched. */
  changes,
});

/** The state that the history view keeps over reloads. */
export const historyStateSchema = v.object({
  version: v.literal(1),
  home: v.string(),
  target: v.optional(v.string()),
});

const namedRuns = v.object({ why: v.string(), runs: v.array(v.string()) });

/** Messages to the history view. */
export const toHistorySchema = v.variant('type', [
  message('reading', { done: v.number(), total: v.number() }),
  message('history', {
    home: v.string(),
    title: v.string(),
    branch: v.string(),
    commits: v.array(commit),
    series: v.array(series),
    skipped: v.array(namedRuns),
    doubted: v.array(namedRuns),
  }),
  /** The changes of each series of the history, which follow it. */
  message('changes', { changes: v.array(changes) }),
  message('failure', { message: v.string(), hint: v.optional(v.string()) }),
]);

const ofSeries = { series: entry };

/** Messages from the history view. */
export const fromHistorySchema = v.variant('type', [
  readyMessage,
  /** The newest run of a point. */
  message('results', { ...ofSeries, point: entry }),
  /** Both sides of a change: their comparison, their profiles, or how to find the commit. */
  message('change', {
    ...ofSeries,
    change: entry,
    show: v.picklist(['comparison', 'profiles', 'bisect']),
  }),
  message('action', { action: v.picklist(['again', 'log']) }),
]);

export type ToHistory = v.InferOutput<typeof toHistorySchema>;
export type FromHistory = v.InferOutput<typeof fromHistorySchema>;
export type HistoryState = v.InferOutput<typeof historyStateSchema>;
export type ShownHistory = Extract<ToHistory, { type: 'history' }>;
