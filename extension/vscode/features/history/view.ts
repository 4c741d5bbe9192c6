import { item, type PageView } from '../../contributions';
import { commands, viewIds } from '../../names';

/** Shows operations over the commits of a branch, and the commits that changed them. */
export const historyView = {
  kind: 'panel',
  name: 'history',
  title: (t) => t('History'),
  outline: ['title', 'line', 'panel', 'panel'],
  commands: { showHistory: { title: 'Show history over commits', icon: '$(git-commit)' } },
  menus: {
    'view/title': [item(commands.showHistory, `view == ${viewIds.runs}`, '2_compare@2')],
  },
} as const satisfies PageView;
