export { parseSshAddress } from './address';
export { ssh } from './kind';
