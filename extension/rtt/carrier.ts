/** Receives what an agent sends. */
export interface CarrierListener {
  readonly control: (bytes: Uint8Array) => void;
  readonly stream: (bytes: Uint8Array) => void;
  /** The carrier is of no use any more. */
  readonly failed: (error: Error) => void;
}

/** What carries the bytes of an agent's three channels: a server's RTT service or memory accesses. */
export interface RttCarrier {
  /** Called once, before anything else. */
  start(listener: CarrierListener): void;
  /** Puts bytes into the control channel; resolves once they are all in the agent's ring or on a sure way there. */
  send(bytes: Uint8Array): Promise<void>;
  /** Resolves once every stream byte that was in the ring at the time of the call was delivered. */
  drain(): Promise<void>;
  /**
   * No access to the target for so long: the agent measures. A later call replaces an earlier one; 0
   * ends it, and so do `send` and `drain`.
   */
  hush(milliseconds: number): void;
  /** How often the target was read in vain so far, as far as that can be known. */
  looks(): number;
  /** For tests: fetches nothing for a while, whatever else is asked. */
  stall(milliseconds: number): void;
  close(): Promise<void>;
}
