export { timed } from './deploy-rate';
export { runBenchmarks } from './run';
export { matcher, selectBenches } from './selection';
export {
  repeatsOf,
  type RunContext,
  type RunListeners,
  type RunOutcome,
  type RunProgress,
  type RunSpec,
} from './spec';
