export type { BuildUpdate, ProjectCalls } from './projects-protocol';
export type { SystemCalls } from './protocol';
