import * as v from 'valibot';

/** A figure as sent to a view. */
export const figureSchema = v.union([
  v.object({ value: v.number() }),
  v.object({ insufficient: v.string() }),
]);
