export { type Axis, LEFT, type Mark, type PlacedMark, placeMarks, toPosition } from './axis';
export {
  type Bar,
  canBeLog,
  type Drawing,
  newHeightScale,
  type Look,
  selectShownSamples,
  widenRange,
} from './bars';
export { HistogramChart, HistogramTable, LiveChart, useWidth } from './chart';
export { HistogramControls } from './controls';
export { limitZoom } from './moves';
export { Explorable, Marks, RIGHT, roomAbove, Selecting, useMoves, ValueAxis } from './plot';
export { Shape } from './shape';
