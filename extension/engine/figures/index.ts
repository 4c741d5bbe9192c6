export { type DecidingFigures, readDecidingFigures, readRunHead, writeRecord } from './figures';
