export { type BoardPlaces, bringUp } from './bring-up';
export {
  type Backup,
  type BackupEntry,
  badImage,
  type DeployableImage,
  deployRate,
  findBackup,
  isBackup,
  listBackups,
  loadedBytes,
  rangeOf,
  readBackup,
  readImage,
  refuseOtherCore,
  writeRam,
} from './deploy';
export {
  claimUses,
  describeServer,
  describeUse,
  excludeEachOther,
  lockName,
  type ProbeUse,
  probeUseOf,
  serverSaidBy,
  serversOnProbe,
} from './ownership';
export { atProbe, refuseGaps, serverOf, usable } from './probe';
export {
  type AttachedProbes,
  attachedProbes,
  otherSideCommand,
  type Probe,
  probeBoards,
} from './probes';
export { reachAgent } from './reach';
export { restoreBoard } from './restore';
export { addressedBoard, GDB_ADDRESS, isGdbId } from './servers/external';
