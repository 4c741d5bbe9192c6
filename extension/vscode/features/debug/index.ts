export { isCortexDebugInstalled, registerDebug } from './debug';
export { isDebuggable } from './start';
