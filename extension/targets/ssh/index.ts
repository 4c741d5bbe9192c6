export { isSshId, parseSshAddress } from './address';
export { sshTarget } from './target';
