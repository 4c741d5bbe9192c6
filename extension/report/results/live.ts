/** Identifies one measurement of an operation within a run. */
export interface Measuring {
  /** The agent that executes it, if two take turns. */
  readonly agent?: string | undefined;
  readonly build: string;
  readonly repeat: number;
  readonly operation: string;
}

/** Operations of one name are measured once per pass and repeat, by each of two agents that take turns. */
export function liveKey({ agent = '', build, repeat, operation }: Measuring): string {
  return `${agent} ${build} ${repeat} ${operation}`;
}
