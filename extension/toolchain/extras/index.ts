export { checkLicenceNames, openLicences } from './extra';
export { extraNames, extras, extrasNamed, withExtras } from './extras';
