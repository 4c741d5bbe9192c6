/** The longest waits for a board, in milliseconds. */
export interface BoardLimits {
  /** From the server's start until it says that it is ready. */
  readonly ready: number;
  /** Until its GDB port takes a connection. */
  readonly connect: number;
  /** From the core's start until the agent's channels are there. */
  readonly agent: number;
  /** Until bytes are written and verified, besides what each of them takes. */
  readonly deploy: number;
  /** Slower than any debug port that works: flash is read, erased, programmed and read again. */
  readonly bytesPerSecond: number;
}

/** Where locks and files of boards lie and how long is waited; tests choose their own. */
export interface BoardPlaces {
  readonly lockFolder?: string | undefined;
  /** The folder in which each link makes a private one. */
  readonly temporary?: string | undefined;
  readonly limits?: Partial<BoardLimits> | undefined;
}

// A server may renew its probe's firmware before it is ready.
const LIMITS: BoardLimits = {
  ...{ ready: 20_000, connect: 5000, agent: 5000 },
  ...{ deploy: 30_000, bytesPerSecond: 1000 },
};

/** The limits that hold, with what is not chosen filled in. */
export function limitsOf({ limits = {} }: BoardPlaces): BoardLimits {
  return { ...LIMITS, ...limits };
}
