export { type CleanUp, cleanUps } from './remove';
export { firmwareElf, firmwareKey, isFirmware, newFirmwareProfile, withFirmware } from './firmware';
export { formatBytes, oneLine } from './labels';
export { operationsText, type RunArgument, chooseRun, runsText, formatRunTitle } from './pick';
export { newRuns, type OwnRuns, registerContextKeys, unknownRun } from './runs';
