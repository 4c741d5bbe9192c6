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
  useNamed,
} from './ownership';
export { atProbe, refuseGaps, usable } from './probe';
export {
  type AttachedProbes,
  attachedProbes,
  otherSideCommand,
  type Probe,
  probeBoards,
} from './probes';
export { reachAgent } from './reach';
export { restoreBoard } from './restore';
export type { BoardMember, DebugServer } from './server';
export {
  addressedBoard,
  describedBy,
  GDB_ADDRESS,
  isGdbId,
  type JLinkSetup,
  type LinkServerSetup,
  serverNamed,
  serverOf,
  servers,
} from './servers';
