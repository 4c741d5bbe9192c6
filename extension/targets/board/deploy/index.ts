export { place, rangeOf } from './areas';
export { type BackupEntry, findBackup, listBackups } from './backup-index';
export { type Backup, isBackup, readBackup } from './backup';
export { coreName, refuseOtherCore } from './core';
export { deployImage, prepareDeployment, type PreparedPlan, restartImage } from './deploy';
export { readChanges, replaceFlash } from './flash';
export { badImage, type DeployableImage, loadedBytes, readImage } from './image';
export { type Progress, writeRam } from './ram';
export { deployRate } from './rate';
