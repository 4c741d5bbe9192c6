export {
  claimNames,
  claimPlace,
  claimTarget,
  isProcessAlive,
  type NamesClaim,
  startTime,
} from './lock';
