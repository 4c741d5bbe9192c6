export { newFigures } from './figures';
export { newestPoints, pointsText } from './points';
