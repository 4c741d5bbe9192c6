import type { FromResults } from '../protocol';

type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** Sends a message to the editor. */
export type Post = (message: WithoutVersion<FromResults>) => void;
