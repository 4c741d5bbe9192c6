/** Those who wait until the stream has been delivered up to some byte. */
export interface Drains {
  wait(until: number): Promise<void>;
  reach(delivered: number): void;
  drop(error: Error): void;
}

interface Waiter {
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Keeps everyone who waits until the count of delivered bytes is reached. */
export function createDrains(): Drains {
  let waiters: Waiter[] = [];
  return {
    wait: (until) => new Promise((resolve, reject) => waiters.push({ until, resolve, reject })),
    reach: (delivered) => {
      if (waiters.length === 0) return;
      for (const { resolve } of waiters.filter(({ until }) => until <= delivered)) resolve();
      waiters = waiters.filter(({ until }) => until > delivered);
    },
    drop: (error) => {
      for (const { reject } of waiters.splice(0)) reject(error);
    },
  };
}
