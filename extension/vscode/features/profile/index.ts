export { registerProfile } from './profile';
