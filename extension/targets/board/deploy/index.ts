export { place, rangeOf } from './areas';
export { type BackupEntry, findBackup, listBackups } from './backup-index';
export { type Backup, isBackup, readBackup } from './backup';
export { coreName, refuseOtherCore } from './core';
export {
  deployImage,
  deployRate,
  prepareDeployment,
  type PreparedPlan,
  restartImage,
} from './deploy';
export { type Progress, readChanges, replaceFlash, writeRam } from './flash';
export { badImage, type DeployableImage, loadedBytes, readImage } from './image';
