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
  positionOf,
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
export { OperationFilter } from './filter';
export { t } from './l10n';
export { announce, type Bridge, connect, mount, startView } from './mount';
export { moveFocus } from './move-focus';
export { FailureNotice, Notice } from './notice';
export { FigureText, Name, tame, whenOf } from './text';
export {
  isHighContrast,
  kindColour,
  kindColours,
  lookOf,
  LOOKS,
  themeChanges,
  themeColour,
} from './theme';
export { SIGNS, VerdictSign } from './verdict';
