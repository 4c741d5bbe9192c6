export { claimNames, claimTarget, isProcessAlive, type NamesClaim, startTime } from './lock';
