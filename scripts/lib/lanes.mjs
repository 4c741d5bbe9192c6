/**
 * @typedef {object} Job
 * @property {string} name
 * @property {readonly string[]} after jobs that must end first, if they run at all
 * @property {number} processors number of processors that it keeps busy
 * @property {() => Promise<void>} run
 */

/**
 * Runs jobs in order, several at once as long as processors are free. A job that needs more
 * processors than there are runs alone.
 * @param {readonly Job[]} jobs
 * @param {number} processors
 */
export async function runInLanes(jobs, processors) {
  const waiting = new Set(jobs);
  /** @type {Map<Job, Promise<Job>>} */
  const running = new Map();
  const mayStart = (/** @type {Job} */ job) => {
    const unfinished = [...waiting, ...running.keys()];
    if (unfinished.some(({ name }) => job.after.includes(name))) return false;
    const used = [...running.keys()].reduce((sum, each) => sum + each.processors, 0);
    return running.size === 0 || used + job.processors <= processors;
  };
  while (waiting.size + running.size > 0) {
    for (const job of waiting) {
      if (!mayStart(job)) continue;
      waiting.delete(job);
      running.set(
        job,
        job.run().then(() => job),
      );
    }
    if (running.size === 0) throw new Error('these jobs wait for each other');
    running.delete(await Promise.race(running.values()));
  }
}
