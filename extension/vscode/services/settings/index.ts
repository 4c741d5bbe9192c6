export {
  type Environment,
  environmentOf,
  hasChanged,
  programEnvironment,
  readSettings,
  type Settings,
} from './settings';
