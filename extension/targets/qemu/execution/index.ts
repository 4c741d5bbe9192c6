export { type ExecutionLog, startExecutionLog } from './log';
export { pluginArguments, readPluginFile } from './plugin';
