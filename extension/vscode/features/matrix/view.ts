import { item, type PageView } from '../../contributions';
import { commands, viewIds } from '../../names';

/** Shows each operation on all targets, with its verdict on each. */
export const matrixView = {
  kind: 'panel',
  name: 'matrix',
  title: (t) => t('Operations by target'),
  outline: ['title', 'line', 'table'],
  commands: { showMatrix: { title: 'Show operations by target', icon: '$(table)' } },
  menus: {
    'view/title': [
      item(commands.showMatrix, `view == ${viewIds.targets}`, '2_matrix@1'),
      item(commands.showMatrix, `view == ${viewIds.runs}`, '2_compare@3'),
    ],
  },
} as const satisfies PageView;
