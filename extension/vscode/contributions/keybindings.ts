import { commands, views } from '../names';

/** What a key gives a command instead of a run: it means those that are selected in the view. */
export const ofSelection = 'selection';

const inRuns = `focusedView == ${views.runs} && listFocus && !inputFocus`;

/** `contributes.keybindings`: the keys by which lists of files are known. */
export const keybindings = [
  { command: commands.renameRun, key: 'f2', when: inRuns, args: ofSelection },
  {
    command: commands.deleteRun,
    key: 'delete',
    mac: 'cmd+backspace',
    when: inRuns,
    args: ofSelection,
  },
];
