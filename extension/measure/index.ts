export { agreement } from './agreement';
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
} from './distribution';
export { countSchema, distributionSchema, figureSchema, valueSchema } from './figure-schema';
export {
  type Figure,
  figure,
  formatChange,
  formatFigure,
  formatFine,
  formatMean,
  formatNumber,
  formatPercent,
  formatRate,
  formatRatio,
  formatTime,
  insufficient,
  NO_FIGURE,
  plural,
  valueOf,
} from './figure';
export {
  binEdges,
  countBetween,
  extentOf,
  histogram,
  type Histogram,
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
  type CountedMean,
  countedMean,
  fineMedian,
  median,
  middleOf,
  type PercentileName,
  PERCENTILES,
  percentiles,
  samplesNeeded,
  thinText,
} from './percentile';
export { logGamma, studentTail } from './student';
export { bytesOf, type Throughput, throughputOf } from './throughput';
