export { buildResults } from './build';
export { type CurveLayout, layOutCurve } from './curve-layout';
export { buildCurves } from './curves';
export { liveKey } from './live';
export {
  type Curve,
  type ResultPass,
  type ResultRow,
  type ResultSection,
  type ResultsModel,
  resultsModelSchema,
} from './model';
export { splitSamples } from './rows';
export { type PackedSamples, packSamples, unpackSamples } from './samples';
