export {
  asDiskError,
  inRunFolder,
  openRecording,
  openRunFolder,
  type RecordingFile,
  removeAbandoned,
  type RunFolder,
  runsFolderOf,
  writeFileAtomic,
  writeNamedFile,
} from './run-folder';
