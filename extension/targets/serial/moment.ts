/** Something that happens again and again, and is waited for from a call on. */
export interface Moment {
  /** Resolves when it happens next; `late` says what it means that nothing happens for so long. */
  next(milliseconds: number, late: () => Error): Promise<void>;
  come(): void;
  /** It is on its way: all who wait have their whole time again. */
  delay(): void;
  /** It will not happen any more. */
  fail(error: Error): void;
}

/** Makes something that can be waited for. */
export function createMoment(): Moment {
  const waiters = new Set<{ timer: NodeJS.Timeout; settle: (error?: Error) => void }>();
  let failure: Error | undefined;
  const settleAll = (error?: Error) => {
    for (const { settle } of [...waiters]) settle(error);
  };
  return {
    next: (milliseconds, late) =>
      new Promise<void>((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        const settle = (error?: Error) => {
          clearTimeout(waiter.timer);
          waiters.delete(waiter);
          if (error === undefined) resolve();
          else reject(error);
        };
        const waiter = { timer: setTimeout(() => settle(late()), milliseconds), settle };
        waiters.add(waiter);
      }),
    come: () => settleAll(),
    delay: () => waiters.forEach(({ timer }) => timer.refresh()),
    fail: (error) => {
      failure ??= error;
      settleAll(failure);
    },
  };
}
