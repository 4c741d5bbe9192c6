import { commands, panels, views } from '../ids';
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
        'Targets that can be measured, and under each what it needs and whether that is there. Enter makes a target the active one.',
      ),
    },
    {
      id: views.runs,
      name: text('view.runs', 'Runs'),
      icon: 'media/icons/cyclescope.svg',
      accessibilityHelpContent: text(
        'view.runs.help',
        'The runs that were kept, by target, the newest first. Enter opens the results of a run; its context menu compares, pins, renames, and deletes it.',
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
        'What does one operation of your RTOS cost? See it on a sample first: no hardware, nothing to install.',
        link('Open the sample run', commands.openSampleRun),
        'Then measure: pick a target and run its benchmarks.',
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
