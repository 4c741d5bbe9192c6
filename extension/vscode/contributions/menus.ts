import {
  agentFolders,
  canDebug,
  commands,
  hasAgent,
  testController,
  testMessages,
  views,
} from '../names';

interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

const inTree = (view: string, item: string) => `view == ${view} && viewItem =~ /\\b${item}\\b/`;
const ofTarget = inTree(views.targets, 'target');
const ofIdle = inTree(views.targets, 'idle');
const ofBusy = inTree(views.targets, 'measuring');
const ofKernel = inTree(views.targets, 'kernel');
const ofImage = inTree(views.targets, 'buildable');
const ofBoard = inTree(views.targets, 'board');
const ofRun = inTree(views.runs, 'run');
/** What may be changed: the sample's runs may not. */
const ofOwnRun = inTree(views.runs, 'own');

/** A folder of the Explorer that holds a project, or the file by which projects are known. */
const ofProject = 'resourceScheme == file && resourceFilename == CMakeLists.txt';
const ofAgentFolder = `explorerResourceIsFolder && resourcePath in ${agentFolders}`;

const ofBenchmark = `controllerId == ${testController}`;

const item = (command: string, when: string, group: string): MenuItem => ({ command, when, group });

const titleOf = (view: string, command: string, group: string) =>
  item(command, `view == ${view}`, group);

/** `contributes.menus` */
export const menuContributions: Readonly<Record<string, readonly MenuItem[]>> = {
  commandPalette: [
    { command: commands.showRunning, when: 'cyclescope.isRunning' },
    { command: commands.stopRun, when: 'cyclescope.isRunning' },
    { command: commands.debugBenchmark, when: canDebug },
    { command: commands.removeAgent, when: hasAgent },
    { command: commands.buildProject, when: hasAgent },
    { command: commands.completeBoard, when: 'false' },
    { command: commands.copyServerCommand, when: 'false' },
    { command: commands.showSlowSample, when: 'false' },
    { command: commands.showSource, when: 'false' },
    { command: commands.openTestResults, when: 'false' },
    { command: commands.showTestSlowSample, when: 'false' },
  ],
  'view/title': [
    titleOf(views.targets, commands.selectTarget, 'navigation@1'),
    titleOf(views.targets, commands.addBoard, 'navigation@2'),
    titleOf(views.targets, commands.checkComputer, 'navigation@3'),
    titleOf(views.targets, commands.refresh, 'navigation@4'),
    item(commands.buildProject, `view == ${views.targets} && ${hasAgent}`, 'navigation@0'),
    titleOf(views.targets, commands.addAgent, 'project@1'),
    item(commands.removeAgent, `view == ${views.targets} && ${hasAgent}`, 'project@2'),
    titleOf(views.targets, commands.openWalkthrough, 'help@1'),
    titleOf(views.targets, commands.openSettings, 'help@2'),
    titleOf(views.targets, commands.showLog, 'help@3'),
    titleOf(views.targets, commands.collectDiagnostics, 'help@4'),
    titleOf(views.runs, commands.compare, 'navigation@1'),
    titleOf(views.runs, commands.cleanUpRuns, 'navigation@2'),
    titleOf(views.runs, commands.refresh, 'navigation@3'),
    titleOf(views.runs, commands.openSampleRun, 'open@1'),
    titleOf(views.runs, commands.openExportedRun, 'open@2'),
    titleOf(views.runs, commands.importResults, 'open@3'),
  ],
  'view/item/context': [
    item(commands.run, ofIdle, 'inline@1'),
    item(commands.stopRun, ofBusy, 'inline@1'),
    item(commands.selectTarget, ofTarget, '1_target@1'),
    item(commands.run, ofIdle, '2_run@1'),
    item(commands.runTraced, ofIdle, '2_run@2'),
    item(commands.showRunning, ofBusy, '2_run@1'),
    item(commands.stopRun, ofBusy, '2_run@2'),
    item(commands.buildImage, ofImage, '3_prepare@1'),
    item(commands.buildImageWith, ofImage, '3_prepare@2'),
    item(commands.fetchKernel, ofKernel, '3_prepare@3'),
    item(commands.buildImage, inTree(views.targets, 'image'), 'inline@1'),
    item(commands.fetchKernel, inTree(views.targets, 'kernelFiles'), 'inline@1'),
    item(commands.chooseAgent, ofBoard, '3_prepare@1'),
    item(commands.completeBoard, ofBoard, '3_prepare@2'),
    item(commands.restoreFirmware, inTree(views.targets, 'kept'), '3_prepare@3'),
    item(commands.chooseAgent, inTree(views.targets, 'agent'), 'inline@1'),
    item(commands.completeBoard, inTree(views.targets, 'gap'), 'inline@1'),
    item(commands.openResults, ofRun, 'inline@1'),
    item(commands.compare, ofRun, 'inline@2'),
    item(commands.openResults, ofRun, '1_open@1'),
    item(commands.openTimeline, inTree(views.runs, 'recorded'), '1_open@2'),
    item(commands.compare, ofRun, '2_compare@1'),
    item(commands.compareWithPublished, ofRun, '2_compare@2'),
    item(commands.pinBaseline, inTree(views.runs, 'pinnable'), '2_compare@3'),
    item(commands.unpinBaseline, inTree(views.runs, 'baseline'), '2_compare@3'),
    item(commands.exportReport, ofRun, '3_export@1'),
    item(commands.exportRun, ofRun, '3_export@2'),
    item(commands.revealRun, ofRun, '4_disk@1'),
    item(commands.renameRun, ofOwnRun, '4_disk@2'),
    item(commands.deleteRun, ofOwnRun, '4_disk@3'),
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
