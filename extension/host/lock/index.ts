export { claimNames, claimTarget, type NamesClaim } from './lock';
export { isProcessAlive, startTime } from './process';
