import * as v from 'valibot';
import { comparisonModelSchema } from '../../../report';
import { buffer, message, readyMessage } from '../../protocol';

const range = v.object({ low: v.number(), high: v.number() });
const references = v.array(v.string());

/** The editor's information on a column, in addition to its figures. */
const known = v.object({
  reference: v.string(),
  /** The user's name for the run. */
  name: v.optional(v.string()),
  isSample: v.boolean(),
  isPinned: v.boolean(),
  hasProfile: v.boolean(),
  /** The workspace folder, if there are several. */
  home: v.optional(v.string()),
});

const drawn = v.object({
  unit: v.string(),
  mean: v.optional(v.number()),
  isExact: v.boolean(),
  quiet: buffer,
  ticked: buffer,
});

/** The state that the comparison view keeps over reloads. */
export const compareStateSchema = v.object({
  version: v.literal(1),
  columns: references,
  delta: v.optional(v.number()),
  gate: v.optional(v.string()),
  selected: v.optional(v.string()),
});

/** Messages to the comparison view. */
export const toCompareSchema = v.variant('type', [
  message('comparing', { done: v.number(), total: v.number() }),
  message('comparison', {
    model: comparisonModelSchema,
    known: v.array(known),
    delta: v.optional(v.number()),
    /** The gate that these runs were measured for; without one, a setting applies to a pinned baseline. */
    gate: v.optional(v.string()),
  }),
  message('samples', {
    /** Distinguishes samples of these columns from those requested before a change. */
    columns: references,
    operation: v.string(),
    range: v.optional(range),
    drawn: v.array(v.nullable(drawn)),
  }),
  message('failure', { message: v.string(), hint: v.optional(v.string()) }),
]);

/** Messages from the comparison view. */
export const fromCompareSchema = v.variant('type', [
  readyMessage,
  message('samples', { operation: v.string(), range: v.optional(range) }),
  /** Other columns, or the same in another order: the first one is the baseline. */
  message('columns', { columns: references }),
  message('delta', { delta: v.optional(v.number()) }),
  message('results', { reference: v.string(), operation: v.optional(v.string()) }),
  /** The difference of a run's profile to that of the first column. */
  message('profile', { reference: v.string() }),
  message('action', {
    action: v.picklist([
      'addRun',
      'addPublished',
      'export',
      'cancel',
      'again',
      'log',
      'turns',
      'copyTurns',
    ]),
  }),
]);

export type ToCompare = v.InferOutput<typeof toCompareSchema>;
export type FromCompare = v.InferOutput<typeof fromCompareSchema>;
export type CompareState = v.InferOutput<typeof compareStateSchema>;
export type KnownColumn = v.InferOutput<typeof known>;
