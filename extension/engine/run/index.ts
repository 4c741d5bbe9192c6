export { planTurns, runInterleaved, type TurnsQuestion } from './interleave';
export { onceFree } from './once-free';
export { newAnyMatcher, benchName, selectBenches, valuesBySuite } from './plan';
export { reachTarget } from './prepare';
export { profileRun, runBenchmarks } from './run';
export { runInShards } from './shards';
export {
  getDefaultRepeats,
  type RunContext,
  type RunListeners,
  type RunOutcome,
  type RunProgress,
  type RunSpec,
} from './spec';
export { refuseOtherProgram, type SamplingOptions } from './sample-board';
export { sampleOperation } from './sample-pass';
