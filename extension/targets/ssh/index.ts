export { parseSshAddress, SSH_ADDRESS } from './client';
export { ssh } from './kind';
