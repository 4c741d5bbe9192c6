export { buildExecutionPlugin, findBuiltPlugin, executionPlugin } from './execution-plugin';
export { checkLicenceNames, type LicensedExtra, openLicences } from './extra';
export { extraNames, extras, extrasNamed, withExtras } from './extras';
