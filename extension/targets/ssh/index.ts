export { parseSshAddress, SSH_ADDRESS } from './client';
export { machineImages, ssh } from './kind';
