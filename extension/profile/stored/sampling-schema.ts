import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The circumstances in which an operation was sampled. */
export const samplingSchema = v.object({
  way: v.string(),
  seconds: v.pipe(v.number(), v.finite(), v.minValue(0)),
  rate: v.pipe(v.number(), v.finite(), v.minValue(0)),
  isFlat: v.boolean(),
  clock: count,
  agent: count,
  idle: count,
  remarks: v.pipe(v.array(v.string()), v.readonly()),
});
