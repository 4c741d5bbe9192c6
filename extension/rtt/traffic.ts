import { makeRestartError } from './failures';
import { createLineQueue, lineBytes } from './lines';

/*
 * Control lines and the stream of one agent, over any carrier of its three RTT channels:
 *
 *     const traffic = startTraffic(carrier);
 *     traffic.onStream((bytes) => decoder.push(bytes));
 *     await traffic.sendLine('hello');
 *     const line = await traffic.nextLine(1000);
 *
 * Bytes that arrive before `onStream` is called are kept for it. It fails in three ways:
 *
 * - The carrier fails: whatever waits is rejected with that error, and so is every later call.
 * - The agent is restarted (`detach`): whatever waits is rejected, bytes in transit are dropped, and calls
 *   are rejected until `attach`.
 * - No line arrives in time: only `nextLine` is rejected, and the connection remains usable.
 */

/** Receives what an agent sends. */
export interface CarrierListener {
  readonly control: (bytes: Uint8Array) => void;
  readonly stream: (bytes: Uint8Array) => void;
  /** The carrier is of no use any more. */
  readonly onFailure: (error: Error) => void;
}

/** Carries the bytes of an agent's three channels, over a server's RTT service or by memory accesses. */
export interface RttCarrier {
  /** Called once, before anything else. */
  start(listener: CarrierListener): void;
  /** Puts bytes into the control channel; resolves once they are all in the agent's ring or on a sure way there. */
  send(bytes: Uint8Array): Promise<void>;
  /** Resolves once every stream byte that was in the ring at the time of the call was delivered. */
  drain(): Promise<void>;
  /**
   * Stops all access to the target for this time: the agent measures. A later call replaces an
   * earlier one; 0 ends it, and so do `send` and `drain`.
   */
  hush(milliseconds: number): void;
  /** The polls of the target that have found no data so far, as far as that can be known. */
  looks(): number;
  /** For tests: fetches nothing for a while, whatever else is asked. */
  stall(milliseconds: number): void;
  close(): Promise<void>;
}

/** Control lines and stream of an agent, whatever carries its channels. */
export interface Traffic {
  sendLine(line: string): Promise<void>;
  nextLine(timeoutMs: number): Promise<string>;
  onStream(listener: (bytes: Uint8Array) => void): void;
  drain(): Promise<void>;
  stall(milliseconds: number): void;
  hush(milliseconds: number): void;
  /** The polls of the target that have found no data so far. */
  looks(): number;
  /**
   * Drops what is in transit and fetches nothing until `attach`: the agent is being restarted. Resolves
   * once the carrier leaves the target alone.
   */
  detach(): Promise<void>;
  attach(carrier: RttCarrier): void;
  /** Ends everything; all who wait are rejected. */
  fail(error: Error): void;
}

/** Starts to carry lines and stream between an agent and its host by a carrier. */
export function startTraffic(initial: RttCarrier): Traffic {
  const lines = createLineQueue();
  let current: RttCarrier | undefined;
  let listener: ((bytes: Uint8Array) => void) | undefined;
  let unheard: Uint8Array[] = [];
  let failure: Error | undefined;
  let earlierLooks = 0;
  const asked = createAsked();

  const receive = (bytes: Uint8Array) => {
    if (listener === undefined) unheard.push(bytes);
    else listener(bytes);
  };
  const fail = (error: Error) => {
    failure ??= error;
    lines.fail(failure);
    asked.drop(failure);
    void current?.close();
  };
  const attach = (carrier: RttCarrier) => {
    current = carrier;
    const own =
      <T>(act: (value: T) => void) =>
      (value: T) => {
        if (current === carrier && failure === undefined) act(value);
      };
    carrier.start({ control: own(lines.push), stream: own(receive), onFailure: own(fail) });
  };
  const ask = (act: (carrier: RttCarrier) => Promise<void>): Promise<void> => {
    if (failure !== undefined) return Promise.reject(failure);
    if (current === undefined) return Promise.reject(makeRestartError());
    return asked.await(act(current));
  };
  attach(initial);
  return {
    sendLine: (line) => ask((carrier) => carrier.send(lineBytes(line))),
    nextLine: (timeoutMs) => lines.next(timeoutMs),
    onStream: (next) => {
      listener = next;
      for (const bytes of unheard.splice(0)) next(bytes);
    },
    drain: () => ask((carrier) => carrier.drain()),
    stall: (milliseconds) => current?.stall(milliseconds),
    hush: (milliseconds) => current?.hush(milliseconds),
    looks: () => earlierLooks + (current?.looks() ?? 0),
    detach: async () => {
      const carrier = current;
      current = undefined;
      earlierLooks += carrier?.looks() ?? 0;
      unheard = [];
      lines.clear();
      asked.drop(makeRestartError());
      await carrier?.close();
    },
    attach,
    fail,
  };
}

/** Requests that a carrier has not completed: rejected when it fails or is replaced. */
function createAsked() {
  const waiting = new Set<(error: Error) => void>();
  return {
    await: (work: Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    drop: (error: Error) => {
      for (const reject of waiting) reject(error);
      waiting.clear();
    },
  };
}
