export { registerDebug } from './debug';
export { isCortexDebugInstalled } from './installed';
export { isDebuggable } from './start';
