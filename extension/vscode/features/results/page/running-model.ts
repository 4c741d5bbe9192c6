import { liveKey } from '../../../../report';
import type { RunningModel, ToResults } from '../protocol';

type Live = Extract<ToResults, { type: 'live' }>;

/** Merges updates into a run; operations stay in the order of measurement. */
export function mergeLive(known: RunningModel, { operations, phase, messages, state }: Live) {
  const merged = new Map(known.operations.map((each) => [liveKey(each), each]));
  for (const each of operations) merged.set(liveKey(each), each);
  return { ...known, operations: [...merged.values()], phase, messages, state };
}

/** The operation in progress, and those that have ended, the latest first. */
export function splitLive({ operations }: RunningModel) {
  const current = operations.findLast(({ isEnd }) => !isEnd);
  const ended = operations.filter(({ isEnd }) => isEnd).reverse();
  return { current, ended };
}
