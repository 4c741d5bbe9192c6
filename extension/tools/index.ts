export {
  type Calling,
  judgeChange,
  type MeasureOrder,
  noProfile,
  orderOf,
  type ToolWorkspace,
} from './answers';
export { type Answer, callTool, checkCall, refusalOf, refuseTarget, type ToolCall } from './call';
export { type Tool, type ToolName, tools } from './descriptions';
export {
  explainOperations,
  type ExplainedOperation,
  historyJson,
  operationMatcher,
  profileJson,
  requireTraced,
  runJson,
  targetRow,
  type TargetRow,
  tracedRecording,
} from './documents';
export { checkInput, schemaOf } from './input';
export { newQueue } from './queue';
