import type { AsyncMemory } from './async-memory';
import type { CarrierListener, RttCarrier } from './carrier';
import type { AgentChannels } from './channels';
import { interrupted } from './failures';
import { startLooking } from './looking';
import { createOutbox } from './outbox';
import { openRings } from './rings';

export interface PollingOptions {
  /** Stops the core for every look, where memory cannot be reached while it runs. */
  readonly halting?: {
    readonly halt: () => Promise<void>;
    readonly resume: () => Promise<void>;
  };
}

/** Carries an agent's channels by accesses to its memory, one at a time. */
export function pollingCarrier(
  memory: AsyncMemory,
  channels: AgentChannels,
  options: PollingOptions = {},
): RttCarrier {
  const outbox = createOutbox();
  const rings = openRings(memory, channels);
  let listener: CarrierListener | undefined;

  const look = async (): Promise<boolean> => {
    await rings.refresh();
    const sent = await rings.write((put) => outbox.flush(put) ?? 0);
    const control = await rings.take(channels.controlUp);
    // Last, because those who hear it may want silence at once.
    const stream = await rings.take(channels.stream);
    if (control.length > 0) listener?.control(control);
    if (stream.length > 0) listener?.stream(stream);
    return sent + control.length + stream.length > 0;
  };
  const { halting } = options;
  const lookHalted = async () => {
    await halting?.halt();
    try {
      return await look();
    } finally {
      await halting?.resume();
    }
  };
  const failed = (error: unknown) => {
    const failure = error instanceof Error ? error : new Error(String(error));
    outbox.drop(failure);
    listener?.failed(failure);
  };
  let looking: ReturnType<typeof startLooking> | undefined;
  return {
    start: (next) => {
      listener = next;
      looking = startLooking(halting === undefined ? look : lookHalted, failed);
    },
    send: (bytes) => {
      const sent = outbox.add(bytes);
      looking?.wake();
      return sent;
    },
    drain: async () => looking?.next(),
    hush: (milliseconds) => looking?.hush(milliseconds),
    looks: () => looking?.looks() ?? 0,
    stall: (milliseconds) => looking?.stall(milliseconds),
    close: async () => {
      listener = undefined;
      outbox.drop(interrupted());
      await looking?.stop();
    },
  };
}
