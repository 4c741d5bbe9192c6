export {
  agentFolders,
  canDebug,
  changeScheme,
  commands,
  hasAgent,
  instructionsScheme,
  sampleSeen,
  settings,
  sourceScheme,
  testController,
  testMessages,
  viewIds,
} from './ids';
