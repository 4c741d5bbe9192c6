export { withRate } from './deploy-rate';
export { valuesBySuite } from './plan';
export { type InterleavePlan, looksOf, runInterleaved } from './interleave';
export { runBenchmarks } from './run';
export { benchName, matcher, selectBenches } from './selection';
export {
  repeatsOf,
  type RunContext,
  type RunListeners,
  type RunOutcome,
  type RunProgress,
  type RunSpec,
} from './spec';
