export {
  formatRunProfile,
  type NamedCapture,
  newRunProfile,
  PROFILE_SCHEMA,
  type ProfiledOperation,
  readRunProfile,
  type RunProfile,
  type RunProfileReading,
} from './stored';
