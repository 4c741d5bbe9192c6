import { changePoints, exactChanges } from '../../extension/history/change-points';
import { madeUpSeries, STEP_AT, STEPS } from '../../extension/history/testing/series';

/* Prints, for each noise and step, in how many made-up series the step was found, and the false changes. */

/** A change this close to the step is the step. */
const NEAR = 2;

const find = (noise: string, values: readonly number[]) =>
  noise === 'none' ? exactChanges(values) : changePoints(values);

/** With a number, so many series of each kind; without, those that are compared with another program. */
const [count, flat] = process.argv.slice(2).map(Number);
const series = [
  ...madeUpSeries(flat ?? 10, [0]),
  ...madeUpSeries(
    count ?? 10,
    STEPS.filter((step) => step > 0),
  ),
].map(({ noise, step, values }) => {
  const found = find(noise, values);
  const near = found.filter((at) => step > 0 && Math.abs(at - STEP_AT) <= NEAR);
  return { noise, step, isFound: near.length > 0, false: found.length - near.length };
});
console.log(JSON.stringify(series));
