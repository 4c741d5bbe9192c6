import type { RunPass } from '../../runs';
import { conditionsBetween, type Target } from '../../targets';

/** Compares the state of the computer whose load may change figures with its state at the begin. */
export interface ConditionsWatch {
  /** The conditions up to the last reading. */
  readonly found: RunPass['conditions'];
  read(signal: AbortSignal): Promise<void>;
}

/** Reads the state for the first time. A run does not fail if it cannot be read. */
export async function watchConditions(
  { conditions }: Target,
  firstSignal: AbortSignal,
): Promise<ConditionsWatch> {
  const state = (signal: AbortSignal): Promise<string> =>
    Promise.resolve(conditions?.(signal) ?? '').catch(() => '');
  const begin = await state(firstSignal);
  let found: RunPass['conditions'];
  return {
    get found() {
      return found;
    },
    read: async (signal) => {
      const between = conditionsBetween(begin, await state(signal));
      if (Object.keys(between).length > 0) found = between;
    },
  };
}
