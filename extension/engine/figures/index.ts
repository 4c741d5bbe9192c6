export { type DecidingFigures, readDecidingFigures, writeDecidingFigures } from './figures';
