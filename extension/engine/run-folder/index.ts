export {
  asDiskError,
  openRecording,
  openRunFolder,
  type RecordingFile,
  removeAbandoned,
  type RunFolder,
  runsFolderOf,
  writeFileAtomic,
} from './run-folder';
