/** Runs actions one after another, in the order of their requests. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>;

/** Creates a queue of actions; a failed one does not keep the next from running. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
