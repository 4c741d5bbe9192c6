export { repeatsOf, SILENCE_SECONDS } from './defaults';
export { timed } from './deploy-rate';
export type { RunListeners, RunOutcome, RunProgress, RunRequest } from './request';
export { runBenchmarks } from './run';
export { matcher, selectBenches } from './selection';
