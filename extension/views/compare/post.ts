import type { Bridge } from '../shared/bridge';
import type { CompareState, FromCompare } from './protocol';

/** Tells the editor something. */
export type Post = Bridge<FromCompare, CompareState>['post'];
