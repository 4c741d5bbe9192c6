/** Runs one action after the other, in the order they were asked for. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>;

/** Makes a queue of actions; one that fails does not keep the next from running. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
