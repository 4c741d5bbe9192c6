import type { Qmp } from './qmp';

/** A machine's core, which need not run while its agent has nothing to do. */
export interface Core {
  /** Stops the core. One that cannot be stopped any more is found out by the next line. */
  rest(): Promise<void>;
  /** Lets the core continue if it rests. */
  wake(): Promise<void>;
}

/**
 * Stops and continues a machine's core. Emulated time does not wait for the host's: the ticks that an
 * idle agent sleeps through follow each other at once, and keep more than one processor busy. A
 * stop takes no instruction of the core.
 */
export function newRestingCore({ execute }: Pick<Qmp, 'execute'>): Core {
  let isResting = false;
  // Lines that come together wait together, and keep their order.
  let woken: Promise<unknown> = Promise.resolve();
  return {
    rest: async () => {
      isResting = await execute('stop').then(
        () => true,
        () => false,
      );
    },
    wake: async () => {
      if (isResting) {
        isResting = false;
        woken = execute('cont');
      }
      await woken;
    },
  };
}
