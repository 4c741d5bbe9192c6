import {
  agentFolders,
  canDebug,
  commands,
  hasAgent,
  testController,
  testMessages,
  viewIds,
} from '../names';

interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

/** Items by menu; VS Code sorts a menu by its groups. */
export type Menus = Readonly<Record<string, readonly MenuItem[]>>;

/** The context of a tree item; its words list the allowed actions. */
export const inTree = (view: string, word: string) =>
  `view == ${view} && viewItem =~ /\\b${word}\\b/`;

/** The context of any run in the tree of runs. */
export const ofRun = inTree(viewIds.runs, 'run');

/** A folder in the Explorer with a project, or the file that identifies a project. */
const ofProject = 'resourceScheme == file && resourceFilename == CMakeLists.txt';
const ofAgentFolder = `explorerResourceIsFolder && resourcePath in ${agentFolders}`;

/** An item with figures: a target, or what is below one. A folder of targets has an empty name in its id. */
const ofBenchmark = `controllerId =~ /^${testController}\\./ && testId =~ /[^\\/]\\/[^\\/]+$/`;

export const item = (command: string, when: string, group: string): MenuItem => ({
  command,
  when,
  group,
});

/** The items without a view. */
const others: Menus = {
  commandPalette: [
    { command: commands.stopRun, when: 'cyclescope.isRunning' },
    { command: commands.debugBenchmark, when: canDebug },
    { command: commands.removeAgent, when: hasAgent },
    { command: commands.buildProject, when: hasAgent },
    { command: commands.runAsAgreed, when: 'false' },
    { command: commands.completeBoard, when: 'false' },
    { command: commands.copyServerCommand, when: 'false' },
    { command: commands.showSource, when: 'false' },
    { command: commands.openTestResults, when: 'false' },
    { command: commands.showTestSlowSample, when: 'false' },
    { command: commands.findTestCommit, when: 'false' },
  ],
  'testing/item/context': [
    item(commands.openTestResults, ofBenchmark, 'inline@1'),
    item(commands.openTestResults, ofBenchmark, 'cyclescope@1'),
    item(commands.showTestSlowSample, ofBenchmark, 'cyclescope@2'),
    item(commands.debugBenchmark, `${ofBenchmark} && ${canDebug}`, 'cyclescope@3'),
  ],
  'testing/message/content': [
    item(commands.openTestResults, `testMessage == ${testMessages.gate}`, 'inline@1'),
    item(commands.showTestSlowSample, `testMessage == ${testMessages.gate}`, 'inline@2'),
    item(commands.findTestCommit, `testMessage == ${testMessages.gate}`, 'inline@3'),
  ],
  'explorer/context': [
    item(commands.openExportedRun, 'resourceExtname == .cyclescope', 'navigation'),
    item(commands.addAgent, ofProject, '7_cyclescope@1'),
    item(commands.buildProject, `${hasAgent} && ${ofProject}`, '7_cyclescope@2'),
    item(commands.removeAgent, `${hasAgent} && ${ofProject}`, '7_cyclescope@3'),
    item(commands.buildProject, ofAgentFolder, '7_cyclescope@2'),
    item(commands.removeAgent, ofAgentFolder, '7_cyclescope@3'),
  ],
};

/** `contributes.menus`, with those of views. */
export function menuContributions(ofViews: readonly Menus[]): Menus {
  const all = [others, ...ofViews].flatMap((menus) => Object.entries(menus));
  const names = [...new Set(all.map(([name]) => name))];
  const listItems = (menu: string) => all.flatMap(([name, items]) => (name === menu ? items : []));
  return Object.fromEntries(names.map((name) => [name, listItems(name)]));
}

/** Passed by a key instead of a run: the runs selected in the view. */
export const ofSelection = 'selection';

const inRuns = `focusedView == ${viewIds.runs} && listFocus && !inputFocus`;

/** `contributes.keybindings`: the usual keys of file lists. */
export const keybindings = [
  { command: commands.renameRun, key: 'f2', when: inRuns, args: ofSelection },
  {
    command: commands.deleteRun,
    key: 'delete',
    mac: 'cmd+backspace',
    when: inRuns,
    args: ofSelection,
  },
];
