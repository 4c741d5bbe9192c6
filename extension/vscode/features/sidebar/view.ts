import { inTree, item, ofRun, type TreeView } from '../../contributions';
import { commands, hasAgent, viewIds } from '../../names';

const ofTargets = `view == ${viewIds.targets}`;
const ofRuns = `view == ${viewIds.runs}`;
const ofTarget = inTree(viewIds.targets, 'target');
const ofIdle = inTree(viewIds.targets, 'idle');
const ofBusy = inTree(viewIds.targets, 'measuring');
const ofKernel = inTree(viewIds.targets, 'kernel');
const ofImage = inTree(viewIds.targets, 'buildable');
const ofBoard = inTree(viewIds.targets, 'board');
/** The sample's runs cannot be changed. */
const ofOwnRun = inTree(viewIds.runs, 'own');

/** The targets that can be measured. */
export const targetsView = {
  kind: 'tree',
  name: 'targets',
  title: 'Targets',
  help: 'The targets that can be measured, each with what it needs and what is missing. Press Enter to make a target the active one.',
  menus: {
    'view/title': [
      item(commands.selectTarget, ofTargets, 'navigation@1'),
      item(commands.benchmarkConnected, ofTargets, 'navigation@1'),
      item(commands.addBoard, ofTargets, 'navigation@2'),
      item(commands.checkComputer, ofTargets, 'navigation@3'),
      item(commands.refresh, ofTargets, 'navigation@4'),
      item(commands.buildProject, `${ofTargets} && ${hasAgent}`, 'navigation@0'),
      item(commands.addAgent, ofTargets, 'project@1'),
      item(commands.removeAgent, `${ofTargets} && ${hasAgent}`, 'project@2'),
      item(commands.openWalkthrough, ofTargets, 'help@1'),
      item(commands.openSettings, ofTargets, 'help@2'),
      item(commands.showLog, ofTargets, 'help@3'),
      item(commands.collectDiagnostics, ofTargets, 'help@4'),
    ],
    'view/item/context': [
      item(commands.run, ofIdle, 'inline@1'),
      item(commands.stopRun, ofBusy, 'inline@1'),
      item(commands.selectTarget, ofTarget, '1_target@1'),
      item(commands.run, ofIdle, '2_run@1'),
      item(commands.runTraced, ofIdle, '2_run@2'),
      item(commands.stopRun, ofBusy, '2_run@2'),
      item(commands.sampleFirmware, ofBoard, '2_run@3'),
      item(commands.buildImage, ofImage, '3_prepare@1'),
      item(commands.buildImageWith, ofImage, '3_prepare@2'),
      item(commands.fetchKernel, ofKernel, '3_prepare@3'),
      item(commands.buildImage, inTree(viewIds.targets, 'image'), 'inline@1'),
      item(commands.fetchKernel, inTree(viewIds.targets, 'kernelFiles'), 'inline@1'),
      item(commands.chooseAgent, ofBoard, '3_prepare@1'),
      item(commands.completeBoard, ofBoard, '3_prepare@2'),
      item(commands.restoreFirmware, inTree(viewIds.targets, 'kept'), '3_prepare@3'),
      item(commands.chooseAgent, inTree(viewIds.targets, 'agent'), 'inline@1'),
      item(commands.completeBoard, inTree(viewIds.targets, 'gap'), 'inline@1'),
    ],
  },
} as const satisfies TreeView;

const link = (label: string, command: string) => `[${label}](command:${command})`;

/** The stored runs. */
export const runsView = {
  kind: 'tree',
  name: 'runs',
  title: 'Runs',
  help: 'The stored runs by target, newest first. Press Enter to open the results of a run; its context menu compares, pins, renames and deletes it.',
  welcome: [
    'Measure what each RTOS operation costs. The sample run shows it without hardware and without an installation.',
    link('Open the sample run', commands.openSampleRun),
    'To measure, pick a target and run its benchmarks.',
    link('Select the active target', commands.selectTarget),
    link('Benchmark', commands.run),
    `${link('Get started', commands.openWalkthrough)} · ${link('Check this computer', commands.checkComputer)} · ${link("Import another tool's results", commands.importResults)}`,
  ].join('\n'),
  menus: {
    'view/title': [
      item(commands.cleanUpRuns, ofRuns, 'navigation@2'),
      item(commands.refresh, ofRuns, 'navigation@3'),
      item(commands.openExportedRun, ofRuns, 'open@2'),
      item(commands.importResults, ofRuns, 'open@3'),
    ],
    'view/item/context': [
      item(commands.pinBaseline, inTree(viewIds.runs, 'pinnable'), '2_compare@3'),
      item(commands.unpinBaseline, inTree(viewIds.runs, 'baseline'), '2_compare@3'),
      item(commands.exportReport, ofRun, '3_export@1'),
      item(commands.exportRun, ofRun, '3_export@2'),
      item(commands.revealRun, ofRun, '4_disk@1'),
      item(commands.renameRun, ofOwnRun, '4_disk@2'),
      item(commands.deleteRun, ofOwnRun, '4_disk@3'),
    ],
  },
} as const satisfies TreeView;
