export { asDiskError, writeFileAtomic } from './atomic';
export { openRunFolder, type RunFolder, runsFolderOf } from './run-folder';
