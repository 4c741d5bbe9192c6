import { commands, panels, views } from '../names';
import { text } from './text';

/** `contributes.viewsContainers` */
export const viewsContainers = {
  activitybar: [{ id: views.container, title: 'Cyclescope', icon: 'media/icons/cyclescope.svg' }],
};

/** `contributes.views` */
export const viewContributions = {
  [views.container]: [
    {
      id: views.targets,
      name: text('view.targets', 'Targets'),
      icon: 'media/icons/cyclescope.svg',
      accessibilityHelpContent: text(
        'view.targets.help',
        'The targets that can be measured, each with what it needs and what is missing. Enter makes a target the active one.',
      ),
    },
    {
      id: views.runs,
      name: text('view.runs', 'Runs'),
      icon: 'media/icons/cyclescope.svg',
      accessibilityHelpContent: text(
        'view.runs.help',
        'The stored runs by target, newest first. Enter opens the results of a run; its context menu compares, pins, renames and deletes it.',
      ),
    },
  ],
};

const link = (label: string, command: string) => `[${label}](command:${command})`;

/** `contributes.viewsWelcome` */
export const viewsWelcome = [
  {
    view: views.runs,
    contents: text(
      'view.runs.welcome',
      [
        'Measure what each RTOS operation costs. The sample run shows it without hardware and without an installation.',
        link('Open the sample run', commands.openSampleRun),
        'To measure, pick a target and run its benchmarks.',
        link('Select the active target', commands.selectTarget),
        link('Benchmark', commands.run),
        `${link('Get started', commands.openWalkthrough)} · ${link('Check this computer', commands.checkComputer)} · ${link("Import another tool's results", commands.importResults)}`,
      ].join('\n'),
    ),
  },
];

/** `contributes.customEditors` */
export const customEditors = [
  {
    viewType: panels.timeline,
    displayName: text('editor.timeline', 'SystemView timeline'),
    priority: 'default',
    // The patterns of VS Code heed the case.
    selector: [{ filenamePattern: '*.[sS][vV][dD][aA][tT]' }],
  },
];
