export { buildExecutionPlugin, builtExecutionPlugin, executionPlugin } from './execution-plugin';
export { checkLicenceNames, openLicences } from './extra';
export { extraNames, extras, extrasNamed, withExtras } from './extras';
