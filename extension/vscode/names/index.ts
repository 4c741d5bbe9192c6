export {
  agentFolders,
  canDebug,
  changeScheme,
  commands,
  DEBUG_TYPES,
  hasAgent,
  sampleSeen,
  settings,
  sourceScheme,
  testController,
  testMessages,
  views,
} from './ids';
