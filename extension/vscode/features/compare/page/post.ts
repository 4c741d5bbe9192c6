import type { Bridge } from '../../../page';
import type { CompareState, FromCompare } from '../protocol';

/** Sends a message to the editor. */
export type Post = Bridge<FromCompare, CompareState>['post'];
