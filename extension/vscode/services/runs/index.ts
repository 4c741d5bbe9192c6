export { type CleanUp, cleanUps } from './remove';
export { formatBytes, oneLine } from './labels';
export { operationsText, type RunArgument, runOf, runsText, titleOf } from './pick';
export { newRuns, type OwnRuns, registerContextKeys, unknownRun } from './runs';
