export {
  type Axis,
  type Bar,
  limitZoom,
  canBeLog,
  type Drawing,
  Explorable,
  newHeightScale,
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
  toPosition,
  RIGHT,
  roomAbove,
  Selecting,
  Shape,
  selectShownSamples,
  useMoves,
  useWidth,
  ValueAxis,
  widenRange,
} from './histogram';
export { OperationFilter } from './filter';
export { t } from './l10n';
export { announce, type Bridge, connect, mount, startView } from './mount';
export { moveFocus } from './move-focus';
export { FailureNotice, Notice } from './notice';
export { FigureText, Name, tame, formatCreated } from './text';
export {
  isHighContrast,
  kindColour,
  kindColours,
  chooseLook,
  LOOKS,
  themeChanges,
  themeColour,
} from './theme';
export { SIGNS, VerdictSign } from './verdict';
