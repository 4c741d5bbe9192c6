export {
  SHARE_METHOD,
  type SampleGroup,
  type Share,
  estimateShare,
  countPeriods,
  unseenShare,
} from './share';
export { type Agreement, agreement, type ComparedMeans } from './agreement';
export { type ClockReadings, clockStep, formatStep } from './clock-step';
export { rateDoubt, rawDoubts } from './doubts';
export {
  type Distribution,
  toDistribution,
  merge,
  shift,
  size,
  splitByFlag,
  statistics,
  type Statistics,
  computeStatistics,
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
  getFigureMargin,
  NO_FIGURE,
  plural,
  UNBOUNDED,
  getUpperBound,
  getFigureValue,
} from './figure';
export {
  binEdges,
  countBetween,
  findExtent,
  histogram,
  type Histogram,
  BLOCKS,
  type Range,
  selectSamples,
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
  averageCounts,
  fineMedian,
  median,
  findMiddleRange,
  type PercentileName,
  PERCENTILES,
  percentiles,
  samplesNeeded,
  SMALLEST_BATCH,
  thinText,
  upperBounds,
} from './percentile';
export { marginInTime, marginOver, type Resolution, computeResolution } from './resolution';
export { studentBound, studentTail } from './student';
export { getDataSize, type Throughput, computeThroughput } from './throughput';
