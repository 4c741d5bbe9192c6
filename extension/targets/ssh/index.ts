export { isSshId, parseSshAddress } from './address';
export { ssh } from './kind';
