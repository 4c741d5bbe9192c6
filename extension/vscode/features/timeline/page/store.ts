import type { FromTimeline } from '../protocol';
import type { Actions } from './actions';
import type { Questions } from './questions';
import type { Backdrops } from './screen';
import type { State } from './state';

type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** Passed to every part of the view. */
export interface Store {
  readonly state: State;
  readonly actions: Actions;
  readonly questions: Questions;
  readonly backdrops: Backdrops;
  readonly post: (message: WithoutVersion<FromTimeline>) => void;
}

/** The props of a part that needs nothing else. */
export interface WithStore {
  readonly store: Store;
}
