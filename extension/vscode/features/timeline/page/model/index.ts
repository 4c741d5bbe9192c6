export {
  type Clock,
  clockOf,
  fixed,
  formatAmount,
  formatDuration,
  formatMoment,
  parseMoment,
  scaleFor,
  unitsPerTick,
} from './clock';
export { gapAt, hitAt, lastNotAbove } from './hit';
export {
  chooseLanes,
  describeLane,
  isActivity,
  kindName,
  kindSign,
  type LaneChoice,
  type LaneOrder,
} from './lanes';
export { newLatest } from './latest';
export {
  AXIS_HEIGHT,
  firstRowBelow,
  LANE_HEIGHT,
  lanesBeside,
  type Layout,
  layOut,
  type Row,
  rowAt,
} from './layout';
export {
  around,
  type Asked,
  clampView,
  isUnfit,
  lengthOf,
  panBy,
  reveal,
  type Span,
  ticksOf,
  wheelFactor,
  windowFor,
  xOf,
  zoomAt,
} from './viewport';
