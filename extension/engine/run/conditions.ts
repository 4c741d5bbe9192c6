import type { RunPass } from '../../runs';
import { conditionsBetween, type Target } from '../../targets';

type Conditions = NonNullable<RunPass['conditions']>;

/** Compares the state of the computer whose load may change figures with its state at the begin. */
export interface ConditionsWatch {
  /** The conditions up to the last reading that succeeded; undefined if none did. */
  readonly found: Conditions | undefined;
  /** True if nothing was read for so long that a run which is killed now would lack conditions. */
  readonly isDue: boolean;
  read(signal: AbortSignal): Promise<void>;
}

/** At most so often, between two lines for the agent: a reading of a remote machine can take a second. */
const READ_EVERY_MS = 10_000;

/** A run that ended early waits so long for its last reading, of a machine that may be gone. */
export const LAST_READING_MS = 5000;

/** Reads the state for the first time. A run does not fail if it cannot be read. */
export async function watchConditions(
  { conditions }: Target,
  firstSignal: AbortSignal,
): Promise<ConditionsWatch> {
  let readAt = 0;
  const state = (signal: AbortSignal): Promise<string> => {
    readAt = performance.now();
    return Promise.resolve(conditions?.(signal) ?? '').catch(() => '');
  };
  const begin = await state(firstSignal);
  let found = conditionsBetween(begin, '');
  return {
    get found() {
      return Object.keys(found).length > 0 ? found : undefined;
    },
    get isDue() {
      return conditions !== undefined && performance.now() - readAt >= READ_EVERY_MS;
    },
    read: async (signal) => {
      // What a failed reading lacks keeps the value of the last one.
      found = { ...found, ...conditionsBetween(begin, await state(signal)) };
    },
  };
}
