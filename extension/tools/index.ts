export {
  type Calling,
  type MeasureRequest,
  noProfiledOperation,
  toMeasureRequest,
  type ToolWorkspace,
} from './answers';
export {
  type Answer,
  callTool,
  checkCall,
  toFailureAnswer,
  refuseTarget,
  type ToolCall,
} from './call';
export { type Tool, type ToolName, tools } from './descriptions';
export {
  explainOperations,
  type ExplainedOperation,
  historyJson,
  profileJson,
  selectProfiles,
  requireTraced,
  runJson,
  targetRow,
  type TargetRow,
  findTracedRecording,
} from './documents';
export { checkInput, toJsonSchema } from './input';
export { newQueue } from './queue';
