/** Identifies one measurement of an operation within a run. */
export interface Measuring {
  readonly build: string;
  readonly repeat: number;
  readonly operation: string;
}

/** Operations of one name are measured once per pass and repeat. */
export function liveKey({ build, repeat, operation }: Measuring): string {
  return `${build} ${repeat} ${operation}`;
}
