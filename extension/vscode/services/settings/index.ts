export {
  type Environment,
  mergeEnvironment,
  hasChanged,
  programEnvironment,
  readSettings,
  type Settings,
} from './settings';
