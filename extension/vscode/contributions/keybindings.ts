import { commands, views } from '../names';

/** Passed by a key instead of a run: the runs selected in the view. */
export const ofSelection = 'selection';

const inRuns = `focusedView == ${views.runs} && listFocus && !inputFocus`;

/** `contributes.keybindings`: the usual keys of file lists. */
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
