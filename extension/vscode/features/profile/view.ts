import { inTree, item, type PageView } from '../../contributions';
import { commands, viewIds } from '../../names';

/** Shows where the instructions of a run's operations go. */
export const profileView = {
  kind: 'panel',
  name: 'profile',
  title: (t) => t('Profile'),
  outline: ['title', 'line', 'panel', 'table'],
  commands: {
    showProfile: { title: 'Show profile', icon: '$(flame)' },
    exportProfile: { title: 'Export profile for another tool…' },
    openProfileTable: { title: "Open profile in the editor's table" },
    showSourceCosts: { title: 'Show or hide costs in the source' },
  },
  menus: {
    'view/item/context': [
      item(commands.showProfile, inTree(viewIds.runs, 'profiled'), '1_open@2'),
      item(commands.showSourceCosts, inTree(viewIds.runs, 'profiled'), '1_open@3'),
      item(commands.openProfileTable, inTree(viewIds.runs, 'profiled'), '1_open@4'),
      item(commands.exportProfile, inTree(viewIds.runs, 'profiled'), '3_export@3'),
    ],
  },
} as const satisfies PageView;
