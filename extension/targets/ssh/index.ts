export { parseSshAddress } from './client';
export { ssh } from './kind';
