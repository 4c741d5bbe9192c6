import { canDebug, type commands, hasAgent } from '../names';
import { type Text, text } from './text';

type CommandName = keyof typeof commands;

/** A command's text, and when it is available. */
export interface CommandFace {
  readonly title: string;
  readonly icon?: string;
  readonly enablement?: string;
}

/** The commands without a view. */
const faces: Readonly<Partial<Record<CommandName, CommandFace>>> = {
  selectTarget: { title: 'Select the active target', icon: '$(target)' },
  run: { title: 'Benchmark', icon: '$(play)' },
  runTraced: { title: 'Benchmark with trace', icon: '$(run-all)' },
  debugBenchmark: { title: 'Debug this benchmark', icon: '$(debug-alt)', enablement: canDebug },
  stopRun: { title: 'Stop the run', icon: '$(debug-stop)', enablement: 'cyclescope.isRunning' },
  showSource: { title: "Show the benchmark's source" },
  exportReport: { title: 'Export report…', icon: '$(markdown)' },
  exportRun: { title: 'Export run as one file…' },
  openExportedRun: { title: 'Open an exported run…' },
  importResults: { title: "Import another tool's results…", icon: '$(cloud-download)' },
  pinBaseline: { title: 'Pin as baseline', icon: '$(pin)' },
  unpinBaseline: { title: 'Unpin the baseline', icon: '$(pinned)' },
  renameRun: { title: 'Rename run…' },
  deleteRun: { title: 'Delete run…', icon: '$(trash)' },
  revealRun: { title: 'Reveal run on disk' },
  cleanUpRuns: { title: 'Clean up runs…', icon: '$(clear-all)' },
  refresh: { title: 'Refresh', icon: '$(refresh)' },
  buildImage: { title: "Build the target's images", icon: '$(tools)' },
  buildImageWith: { title: "Build the target's images with…" },
  addAgent: { title: 'Add the agent to this project…', icon: '$(file-add)' },
  removeAgent: { title: 'Remove the agent from this project…', enablement: hasAgent },
  buildProject: { title: 'Build and benchmark', icon: '$(rocket)', enablement: hasAgent },
  addBoard: { title: 'Add a board…', icon: '$(add)' },
  chooseAgent: { title: "Choose the board's agent…", icon: '$(file-binary)' },
  completeBoard: { title: 'Complete the configuration of the board…', icon: '$(edit)' },
  restoreFirmware: { title: 'Restore the firmware…', icon: '$(history)' },
  copyServerCommand: { title: 'Copy the server command' },
  fetchKernel: { title: 'Fetch the Linux kernel…', icon: '$(desktop-download)' },
  checkComputer: { title: 'Check this computer', icon: '$(checklist)' },
  collectDiagnostics: { title: 'Collect diagnostics' },
  showLog: { title: 'Show log', icon: '$(output)' },
  openSettings: { title: 'Open settings', icon: '$(gear)' },
  openWalkthrough: { title: 'Get started' },
  openTestResults: { title: 'Open results', icon: '$(graph)' },
  showTestSlowSample: { title: 'Show the slowest sample in the timeline', icon: '$(pulse)' },
};

interface CommandContribution extends Omit<CommandFace, 'title'> {
  readonly command: string;
  readonly category: 'Cyclescope';
  readonly title: Text;
}

/** `contributes.commands`, with those of views by name. */
export const commandContributions = (
  ofViews: readonly (readonly [name: string, face: CommandFace])[],
): readonly CommandContribution[] =>
  [...Object.entries(faces), ...ofViews].map(([name, { title, ...face }]) => ({
    command: `cyclescope.${name}`,
    category: 'Cyclescope',
    title: text(`command.${name}`, title),
    ...face,
  }));
