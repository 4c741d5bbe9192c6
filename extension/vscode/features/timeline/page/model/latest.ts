/**
 * Runs one task at a time and, of those that arrive meanwhile, only the newest. The signal of the
 * running task is aborted when a newer one waits.
 */
export function newLatest<T>(
  run: (what: T, signal: AbortSignal) => Promise<void>,
): (what: T) => void {
  let running: AbortController | undefined;
  let waiting: { readonly what: T } | undefined;

  async function start(what: T): Promise<void> {
    const controller = new AbortController();
    running = controller;
    // A failed task reports that itself; continue with the next one.
    await run(what, controller.signal).catch(() => undefined);
    running = undefined;
    const next = waiting;
    waiting = undefined;
    if (next) void start(next.what);
  }

  return (what) => {
    if (running === undefined) {
      void start(what);
      return;
    }
    waiting = { what };
    running.abort();
  };
}
