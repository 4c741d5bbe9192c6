export { type DecidingFigures, readDecidingFigures, writeRecord } from './figures';
