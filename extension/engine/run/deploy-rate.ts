import { deployRate } from '../../targets';

/** Adds to how much of an image is written how many bytes a second that were, from its first byte on. */
export function timed(
  tell: (done: number, total: number, rate: number | undefined) => void,
): (done: number, total: number) => void {
  let begin = { at: 0, done: Infinity };
  return (done, total) => {
    // The next image begins anew.
    if (done < begin.done) begin = { at: performance.now(), done };
    tell(done, total, deployRate(done - begin.done, performance.now() - begin.at));
  };
}
