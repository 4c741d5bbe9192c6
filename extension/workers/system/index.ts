export type { BuildUpdate, ProjectCalls, SystemCalls } from './protocol';
