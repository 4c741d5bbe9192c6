export type { ProfileFormat } from './format';
export { profileFormats } from './formats';
