import { inTree, item, ofRun, type PageView } from '../../contributions';
import { commands, viewIds } from '../../names';

const ofBusy = inTree(viewIds.targets, 'measuring');

/** The figures of a run, or a run in progress. */
export const resultsView = {
  kind: 'panel',
  name: 'results',
  title: (t) => t('Results'),
  outline: ['title', 'line', 'table', 'panel'],
  commands: {
    openSampleRun: { title: 'Open the sample run', icon: '$(beaker)' },
    openResults: { title: 'Open results', icon: '$(graph)' },
    showRunning: { title: 'Show the run in progress', enablement: 'cyclescope.isRunning' },
  },
  menus: {
    commandPalette: [{ command: commands.showRunning, when: 'cyclescope.isRunning' }],
    'view/title': [item(commands.openSampleRun, `view == ${viewIds.runs}`, 'open@1')],
    'view/item/context': [
      item(commands.showRunning, ofBusy, '2_run@1'),
      item(commands.openResults, ofRun, 'inline@1'),
      item(commands.openResults, ofRun, '1_open@1'),
    ],
  },
} as const satisfies PageView;
