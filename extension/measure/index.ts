export { SHARE_METHOD, type SampleGroup, type Share, shareOf, turnsIn, unseenShare } from './share';
export { type Agreement, agreement, type ComparedMeans } from './agreement';
export { type ClockReadings, clockStep, formatStep } from './clock-step';
export { rateDoubt, rawDoubts } from './doubts';
export {
  type Distribution,
  distributionOf,
  merge,
  shift,
  size,
  splitByFlag,
  statistics,
  type Statistics,
  statisticsOf,
} from './distribution';
export { countSchema, distributionSchema, figureSchema, valueSchema } from './figure-schema';
export {
  type Figure,
  figure,
  formatChange,
  formatChangeBetween,
  formatFigure,
  formatFine,
  formatMargin,
  formatMean,
  formatMeanFigure,
  formatNumber,
  formatPercent,
  formatRate,
  formatRatio,
  formatTime,
  formatWithin,
  insufficient,
  marginOf,
  NO_FIGURE,
  plural,
  UNBOUNDED,
  upperOf,
  valueOf,
} from './figure';
export {
  binEdges,
  countBetween,
  extentOf,
  histogram,
  type Histogram,
  BLOCKS,
  type Range,
  samplesIn,
  splitHistogram,
  type SplitHistogram,
  type SplitSamples,
  suitableScale,
  textHistogram,
  thin,
} from './histogram';
export {
  type BatchMeans,
  batchMeans,
  type CountedBatches,
  type CountedMean,
  countedMean,
  fineMedian,
  median,
  middleOf,
  type PercentileName,
  PERCENTILES,
  percentiles,
  samplesNeeded,
  SMALLEST_BATCH,
  thinText,
  upperBounds,
} from './percentile';
export { marginInTime, marginOver, type Resolution, resolutionOf } from './resolution';
export { studentBound, studentTail } from './student';
export { bytesOf, type Throughput, throughputOf } from './throughput';
