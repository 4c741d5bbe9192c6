export {
  type FiguresWorker,
  newestPoints,
  newFigures,
  newFiguresWorker,
  pointsText,
} from './figures';
