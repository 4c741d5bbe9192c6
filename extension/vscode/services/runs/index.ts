export { type CleanUp, cleanUps } from './clean-up';
export { registerContextKeys } from './context';
export { formatBytes, oneLine } from './labels';
export { operationsText, type RunArgument, runOf, runsText, titleOf } from './pick';
export { newRuns, type OwnRuns } from './runs';
