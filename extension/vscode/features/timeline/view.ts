import { inTree, item, type PageView } from '../../contributions';
import { commands, viewIds } from '../../names';

/** The activity over time in a SystemView recording. */
export const timelineView = {
  kind: 'editor',
  name: 'timeline',
  title: (t) => t('Timeline'),
  outline: ['line', 'panel'],
  displayName: 'SystemView timeline',
  // VS Code's patterns are case-sensitive.
  files: ['*.[sS][vV][dD][aA][tT]'],
  // Chrome's trace events, and CTF as babeltrace2 and Zephyr name its files.
  chosenFiles: ['*.json', 'metadata', 'channel[0-9]*', '*.ctf/stream[0-9]*'],
  commands: {
    openTimeline: { title: 'Open timeline', icon: '$(pulse)' },
    showSlowSample: { title: 'Show the slowest sample in the timeline' },
  },
  menus: {
    commandPalette: [{ command: commands.showSlowSample, when: 'false' }],
    'view/item/context': [
      item(commands.openTimeline, inTree(viewIds.runs, 'recorded'), '1_open@2'),
    ],
  },
} as const satisfies PageView;
