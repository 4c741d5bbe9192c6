/**
 * Names shared by the manifest and several features. A command used only by its own view is named
 * in that view's folder.
 */

export const commands = {
  openSampleRun: 'cyclescope.openSampleRun',
  selectTarget: 'cyclescope.selectTarget',
  run: 'cyclescope.run',
  runTraced: 'cyclescope.runTraced',
  runProfiled: 'cyclescope.runProfiled',
  debugBenchmark: 'cyclescope.debugBenchmark',
  runAsAgreed: 'cyclescope.runAsAgreed',
  stopRun: 'cyclescope.stopRun',
  showRunning: 'cyclescope.showRunning',
  openResults: 'cyclescope.openResults',
  showProfile: 'cyclescope.showProfile',
  exportProfile: 'cyclescope.exportProfile',
  openProfileTable: 'cyclescope.openProfileTable',
  showSourceCosts: 'cyclescope.showSourceCosts',
  openTimeline: 'cyclescope.openTimeline',
  showSlowSample: 'cyclescope.showSlowSample',
  showSource: 'cyclescope.showSource',
  compare: 'cyclescope.compare',
  compareInterleaved: 'cyclescope.compareInterleaved',
  compareWithPublished: 'cyclescope.compareWithPublished',
  showHistory: 'cyclescope.showHistory',
  showMatrix: 'cyclescope.showMatrix',
  exportReport: 'cyclescope.exportReport',
  exportRun: 'cyclescope.exportRun',
  openExportedRun: 'cyclescope.openExportedRun',
  importResults: 'cyclescope.importResults',
  pinBaseline: 'cyclescope.pinBaseline',
  unpinBaseline: 'cyclescope.unpinBaseline',
  renameRun: 'cyclescope.renameRun',
  deleteRun: 'cyclescope.deleteRun',
  revealRun: 'cyclescope.revealRun',
  cleanUpRuns: 'cyclescope.cleanUpRuns',
  refresh: 'cyclescope.refresh',
  buildImage: 'cyclescope.buildImage',
  buildImageWith: 'cyclescope.buildImageWith',
  addAgent: 'cyclescope.addAgent',
  removeAgent: 'cyclescope.removeAgent',
  buildProject: 'cyclescope.buildProject',
  addBoard: 'cyclescope.addBoard',
  chooseAgent: 'cyclescope.chooseAgent',
  copyServerCommand: 'cyclescope.copyServerCommand',
  completeBoard: 'cyclescope.completeBoard',
  restoreFirmware: 'cyclescope.restoreFirmware',
  sampleFirmware: 'cyclescope.sampleFirmware',
  showChip: 'cyclescope.showChip',
  benchmarkConnected: 'cyclescope.benchmarkConnected',
  fetchKernel: 'cyclescope.fetchKernel',
  checkComputer: 'cyclescope.checkComputer',
  collectDiagnostics: 'cyclescope.collectDiagnostics',
  showLog: 'cyclescope.showLog',
  openSettings: 'cyclescope.openSettings',
  openWalkthrough: 'cyclescope.openWalkthrough',
  openTestResults: 'cyclescope.openTestResults',
  showTestSlowSample: 'cyclescope.showTestSlowSample',
  findTestCommit: 'cyclescope.findTestCommit',
} as const;

export const settings = {
  target: 'cyclescope.target',
  sshHosts: 'cyclescope.sshHosts',
  boards: 'cyclescope.boards',
  benchmarks: 'cyclescope.benchmarks',
  iterations: 'cyclescope.iterations',
  repeat: 'cyclescope.repeat',
  parameters: 'cyclescope.parameters',
  gate: 'cyclescope.gate',
  inlineResults: 'cyclescope.inlineResults',
  maxEvents: 'cyclescope.timeline.maxEvents',
  imagesFolder: 'cyclescope.imagesFolder',
  programsFolders: 'cyclescope.programsFolders',
  sourceFileMap: 'cyclescope.sourceFileMap',
  agentTargets: 'cyclescope.agentTargets',
} as const;

/** The trees of the sidebar, and their containers. */
export const viewIds = {
  container: 'cyclescope',
  targets: 'cyclescope.targets',
  runs: 'cyclescope.runs',
} as const;

/** The scheme of built-in sources, which open read-only. */
export const sourceScheme = 'cyclescope-source';

/** The scheme of the executed instructions of an operation, which open read-only. */
export const instructionsScheme = 'cyclescope-instructions';

/** The scheme of both sides of a displayed change to a project. */
export const changeScheme = 'cyclescope-change';

/** The ids of controllers begin with it, and end with their home's. */
export const testController = 'cyclescope.benchmarks';

/** The kinds of messages in the Testing view; its menus depend on them. */
export const testMessages = {
  gate: 'cyclescope.gate',
  trouble: 'cyclescope.trouble',
} as const;

/** Context key: cortex-debug is installed. */
export const canDebug = 'cyclescope.canDebug';

/** Context key: a project in this window contains the agent. */
export const hasAgent = 'cyclescope.hasAgent';

/** Context key: the folders of projects that contain the agent. */
export const agentFolders = 'cyclescope.agentFolders';

/** Context key: results of the sample were opened in this window. */
export const sampleSeen = 'cyclescope.isSampleSeen';
