import type { FromResults } from '../protocol';

type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** Tells the editor something. */
export type Post = (message: WithoutVersion<FromResults>) => void;
