import { item, ofRun, type PageView } from '../../contributions';
import { commands, viewIds } from '../../names';

/** Runs and published figures side by side. */
export const compareView = {
  kind: 'panel',
  name: 'compare',
  title: (t) => t('Comparison'),
  outline: ['title', 'line', 'table', 'panel'],
  commands: {
    compare: { title: 'Compare with…', icon: '$(git-compare)' },
    compareInterleaved: { title: 'Compare two agents in turns…' },
    compareWithPublished: { title: 'Compare with published figures…' },
  },
  menus: {
    'view/title': [
      item(commands.compare, `view == ${viewIds.runs}`, 'navigation@1'),
      item(commands.compareInterleaved, `view == ${viewIds.runs}`, '2_compare@1'),
    ],
    'view/item/context': [
      item(commands.compare, ofRun, 'inline@2'),
      item(commands.compare, ofRun, '2_compare@1'),
      item(commands.compareWithPublished, ofRun, '2_compare@2'),
    ],
  },
} as const satisfies PageView;
