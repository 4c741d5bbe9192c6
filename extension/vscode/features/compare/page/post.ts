import type { Bridge } from '../../../page';
import type { CompareState, FromCompare } from '../protocol';

/** Tells the editor something. */
export type Post = Bridge<FromCompare, CompareState>['post'];
