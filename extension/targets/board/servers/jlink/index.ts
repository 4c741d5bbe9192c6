export type { JLinkSetup } from './process';
export { jlink } from './server';
