export { planFor, runInterleaved } from './interleave';
export { benchName, matcher, selectBenches, valuesBySuite } from './plan';
export { runBenchmarks } from './run';
export {
  repeatsOf,
  type RunContext,
  type RunListeners,
  type RunOutcome,
  type RunProgress,
  type RunSpec,
} from './spec';
