import { deployRate } from '../../targets';

/** Adds the rate in bytes per second, since an image's first byte, to its progress. */
export function withRate(
  report: (done: number, total: number, rate: number | undefined) => void,
): (done: number, total: number) => void {
  let begin = { at: 0, done: Infinity };
  return (done, total) => {
    // The next image begins anew.
    if (done < begin.done) begin = { at: performance.now(), done };
    report(done, total, deployRate(done - begin.done, performance.now() - begin.at));
  };
}
