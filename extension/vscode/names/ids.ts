/**
 * The names by which the manifest and several features know the same thing. A command that only its own
 * view uses is named in that view's folder.
 */

export const commands = {
  openSampleRun: 'cyclescope.openSampleRun',
  selectTarget: 'cyclescope.selectTarget',
  run: 'cyclescope.run',
  runTraced: 'cyclescope.runTraced',
  debugBenchmark: 'cyclescope.debugBenchmark',
  stopRun: 'cyclescope.stopRun',
  showRunning: 'cyclescope.showRunning',
  openResults: 'cyclescope.openResults',
  openTimeline: 'cyclescope.openTimeline',
  showSlowSample: 'cyclescope.showSlowSample',
  showSource: 'cyclescope.showSource',
  compare: 'cyclescope.compare',
  compareWithPublished: 'cyclescope.compareWithPublished',
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
  fetchKernel: 'cyclescope.fetchKernel',
  checkComputer: 'cyclescope.checkComputer',
  collectDiagnostics: 'cyclescope.collectDiagnostics',
  showLog: 'cyclescope.showLog',
  openSettings: 'cyclescope.openSettings',
  openWalkthrough: 'cyclescope.openWalkthrough',
  openTestResults: 'cyclescope.openTestResults',
  showTestSlowSample: 'cyclescope.showTestSlowSample',
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
} as const;

/** The trees of the sidebar, and what holds them. */
export const views = {
  container: 'cyclescope',
  targets: 'cyclescope.targets',
  runs: 'cyclescope.runs',
} as const;

/** The scheme under which built-in sources open read-only. */
export const sourceScheme = 'cyclescope-source';

/** The scheme under which both sides of a change to a project are shown. */
export const changeScheme = 'cyclescope-change';

export const testController = 'cyclescope.benchmarks';

/** What a message of the Testing view is about; its menus go by it. */
export const testMessages = {
  gate: 'cyclescope.gate',
  trouble: 'cyclescope.trouble',
} as const;

/** The context key that says that cortex-debug is there to debug with. */
export const canDebug = 'cyclescope.canDebug';

/** The context key that says that the agent is in a project of this window. */
export const hasAgent = 'cyclescope.hasAgent';

/** The context key with the folders of projects that the agent is in. */
export const agentFolders = 'cyclescope.agentFolders';

/** The context key that says that results of the sample were opened in this window. */
export const sampleSeen = 'cyclescope.isSampleSeen';

/** The types of debug sessions that may occupy a probe. */
export const DEBUG_TYPES = ['cortex-debug', 'mcuxpresso-debug', 'cppdbg', 'gdbtarget'] as const;
