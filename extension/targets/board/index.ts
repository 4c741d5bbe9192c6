export { countBatchSamples } from './batches';
export { bareImages } from './bare';
export type { BoardResources } from './bring-up';
export {
  type Backup,
  type BackupEntry,
  badImage,
  type DeployableImage,
  withRate,
  findBackup,
  isBackup,
  listBackups,
  listLoadedBytes,
  type LoadedBytes,
  type Progress,
  ramOver,
  formatRegion,
  readBackup,
  readImage,
  refuseOtherCore,
  writeRam,
} from './deploy';
export { keepConnections } from './kept';
export { board } from './kind';
export {
  claimUses,
  describeServer,
  describeUse,
  excludeEachOther,
  lockName,
  type ProbeUse,
  resolveProbeUse,
  serverFromArguments,
  serversOnProbe,
} from './ownership';
export { refuseGaps } from './probe';
export {
  type AttachedProbes,
  findAttachedProbes,
  boardWithChip,
  chipOfBoard,
  isBareBoard,
  listConnectedBoards,
  describeOtherSide,
  type OtherSide,
  type Probe,
  probeBoards,
} from './probes';
export { recogniseBoard } from './recognise';
export { restoreBoard } from './restore';
export { refuseUnsampled, sampleBoard } from './sample';
export type { DebugServer } from './server';
export {
  parseBoardAddress,
  recogniseServer,
  findDevice,
  GDB_ADDRESS,
  isExternal,
  isProbed,
  samplingServers,
  serverNamed,
  requireServer,
  servers,
} from './servers';
