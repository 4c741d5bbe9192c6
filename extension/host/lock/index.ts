export { isProcessAlive, processMark } from './alive';
export { claimNames, claimPlace, claimTarget, type NamesClaim } from './lock';
