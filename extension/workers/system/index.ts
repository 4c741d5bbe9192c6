export type { BuildTelling, ProjectCalls } from './projects-protocol';
export type { SystemCalls } from './protocol';
