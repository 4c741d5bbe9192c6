import * as v from 'valibot';
import { VERDICTS } from '../../../compare';
import { figureSchema } from '../../../measure';
import { message, readyMessage } from '../../protocol';

/** An index of a list. */
const entry = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The newest figure of an operation on a target. */
const cell = v.object({
  /** The median, or the mean where samples are too coarse; absent if it is withheld. */
  figure: v.optional(figureSchema),
  repeats: v.number(),
  unit: v.string(),
  /** `ok`, or what the run reports in place of a figure that can be believed. */
  standing: v.string(),
  reasons: v.array(v.string()),
  /** Against the baseline, or else an older run of the target; absent if nothing can be compared. */
  verdict: v.optional(v.picklist(VERDICTS)),
  change: v.optional(v.string()),
});

const operation = v.object({
  name: v.string(),
  /** One for each target; null if it has not measured the operation. */
  cells: v.array(v.nullable(cell)),
});

/** The state that the view keeps over reloads. */
export const matrixStateSchema = v.object({ version: v.literal(1), home: v.string() });

/** Messages to the view. */
export const toMatrixSchema = v.variant('type', [
  message('matrix', {
    home: v.string(),
    title: v.string(),
    targets: v.array(v.object({ id: v.string(), title: v.string(), created: v.string() })),
    operations: v.array(operation),
  }),
  message('failure', { message: v.string(), hint: v.optional(v.string()) }),
]);

/** Messages from the view. */
export const fromMatrixSchema = v.variant('type', [
  readyMessage,
  /** The run of a cell, or its comparison with the run that it is judged by. */
  message('cell', {
    operation: entry,
    target: entry,
    show: v.picklist(['results', 'comparison']),
  }),
  message('action', { action: v.picklist(['again', 'log']) }),
]);

export type ToMatrix = v.InferOutput<typeof toMatrixSchema>;
export type FromMatrix = v.InferOutput<typeof fromMatrixSchema>;
export type MatrixState = v.InferOutput<typeof matrixStateSchema>;
export type ShownMatrix = Extract<ToMatrix, { type: 'matrix' }>;
export type ShownCell = NonNullable<ShownMatrix['operations'][number]['cells'][number]>;
