export { announce } from './announce';
export { type Bridge, connect } from './bridge';
export { FigureText } from './figure';
export {
  type Axis,
  type Bar,
  boundedZoom,
  canBeLog,
  type Drawing,
  Explorable,
  heightOf,
  HistogramChart,
  HistogramControls,
  HistogramTable,
  LEFT,
  LiveChart,
  type Look,
  type Mark,
  Marks,
  type PlacedMark,
  placeMarks,
  placeOf,
  RIGHT,
  roomAbove,
  Selecting,
  Shape,
  shownOf,
  useMoves,
  useWidth,
  ValueAxis,
  widened,
} from './histogram';
export { kindColour, kindColours } from './kind-colours';
export { t } from './l10n';
export { lookOf, LOOKS } from './looks';
export { mount } from './mount';
export { moveFocus } from './move-focus';
export { Name } from './name';
export { Failure, Notice } from './notice';
export { tame } from './text';
export { isHighContrast, themeChanges, themeColour } from './theme';
export { whenOf } from './when';
