export { isProcessAlive, processMark } from './alive';
export { claimNames, claimSlot, claimTarget, countEmulatorSlots, type NamesClaim } from './lock';
