export {
  type Backup,
  type BackupEntry,
  findBackup,
  isBackup,
  listBackups,
  readBackup,
} from './backup';
export {
  coreName,
  identifyCore,
  type IdentifiedCore,
  readCoreRevision,
  readWord,
  refuseOtherCore,
  writeWord,
} from './core';
export {
  deployImage,
  withRate,
  prepareDeployment,
  type PreparedPlan,
  restartImage,
} from './deploy';
export { dealBenches } from './deal';
export { firstAddress, type Given } from './relocate';
export { type Progress, ramOver, readChanges, replaceFlash, writeRam } from './flash';
export { findImxRt, imxRtWrites, writeRegisters } from './imxrt';
export { runStub } from './stub';
export { runWatchdogStub, stopWatchdogs, watchdogStub } from './watchdogs';
export {
  badImage,
  type DeployableImage,
  listLoadedBytes,
  type LoadedBytes,
  place,
  formatRegion,
  readImage,
} from './image';
