export type { LinkServerSetup } from './process';
export { linkserver } from './server';
