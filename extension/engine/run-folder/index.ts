export { asDiskError, writeFileAtomic } from './atomic';
export { openRunFolder, removeAbandoned, type RunFolder, runsFolderOf } from './run-folder';
