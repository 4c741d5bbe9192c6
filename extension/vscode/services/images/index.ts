export { newImages } from './images';
