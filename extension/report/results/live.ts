/** What tells one measuring of an operation from another in a run. */
export interface Measuring {
  readonly build: string;
  readonly repeat: number;
  readonly operation: string;
}

/** Operations of one name are measured once a pass and repeat. */
export function liveKey({ build, repeat, operation }: Measuring): string {
  return `${build} ${repeat} ${operation}`;
}
