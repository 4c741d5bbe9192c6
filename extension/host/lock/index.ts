export { isProcessAlive, processMark } from './alive';
export { claimNames, claimPlace, claimTarget, emulatorPlaces, type NamesClaim } from './lock';
