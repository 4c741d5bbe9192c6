export {
  type Backup,
  type BackupEntry,
  findBackup,
  isBackup,
  listBackups,
  readBackup,
} from './backup';
export { coreName, refuseOtherCore } from './core';
export {
  deployImage,
  withRate,
  prepareDeployment,
  type PreparedPlan,
  restartImage,
} from './deploy';
export { type Progress, readChanges, replaceFlash, writeRam } from './flash';
export { badImage, type DeployableImage, loadedBytes, place, rangeOf, readImage } from './image';
