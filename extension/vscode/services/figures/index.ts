export { newFigures } from './figures';
export { newestPoints, pointsText } from './points';
export { type FiguresWorker, newFiguresWorker } from './worker';
