import * as v from 'valibot';
import { samplingSchema } from '../../../profile';
import { flameModelSchema } from '../../../report';
import { message, readyMessage } from '../../protocol';

const run = { home: v.string(), id: v.string() };

/** The run that is compared with, if it is the difference of two. */
const against = { against: v.optional(v.object(run)) };

/** The state that the profile view keeps over reloads. */
export const profileStateSchema = v.object({
  version: v.literal(1),
  ...run,
  ...against,
  /** The operation shown. */
  operation: v.optional(v.string()),
});

/** The index of an operation in the profile, or of a path in the operation. */
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** An operation, or all of the run; or one of the operation's paths, in the order of its instructions. */
const subject = { operation: v.optional(index), path: v.optional(index) };

/** Messages to the profile view. */
export const toProfileSchema = v.variant('type', [
  message('profile', {
    ...run,
    ...against,
    title: v.string(),
    target: v.string(),
    /** It is that of a board's own firmware, which has no run. */
    isFirmware: v.boolean(),
    problems: v.array(v.string()),
    operations: v.array(
      v.object({
        name: v.string(),
        samples: v.number(),
        /** The number of samples that were measured, if these are only the first of them. */
        measuredSamples: v.optional(v.number()),
        instructions: v.number(),
        /** The mean in the run that is compared with. */
        before: v.optional(v.number()),
        sampled: v.optional(samplingSchema),
      }),
    ),
  }),
  /** The operation to show, by its name with or without parameters. */
  message('select', { operation: v.string() }),
  /** The requested flame graph only: all of them would be a large message. */
  message('flame', { ...subject, model: flameModelSchema }),
  message('failure', { message: v.string(), hint: v.optional(v.string()) }),
]);

/** Messages from the profile view. */
export const fromProfileSchema = v.variant('type', [
  readyMessage,
  message('flame', subject),
  /** An operation, or the run, is shown: the source shows what its lines cost. */
  message('operation', { operation: v.optional(index) }),
  message('instructions', { operation: index }),
  message('source', { at: v.string() }),
  message('action', {
    action: v.picklist(['results', 'log', 'export', 'table']),
    /** To export, as far as it is not the whole run. */
    operation: v.optional(index),
  }),
]);

export type ToProfile = v.InferOutput<typeof toProfileSchema>;
export type FromProfile = v.InferOutput<typeof fromProfileSchema>;
export type ProfileState = v.InferOutput<typeof profileStateSchema>;
