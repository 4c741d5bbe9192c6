import { launchTypes, projectMarks } from '../projects';
import { languages } from '../toolchain';
import {
  keybindings,
  languageModelTools,
  panelEvents,
  restrictedSettings,
  settingContributions,
  text,
  viewContributions,
  walkthroughs,
} from './contributions';
import { views } from './features/views';
import { settings } from './names';

const { commands, customEditors, menus, ...sidebar } = viewContributions(views);

/** The part of `package.json` that VS Code reads and that must match the code. */
export const manifest = {
  main: './dist/extension.cjs',
  l10n: './l10n',
  extensionKind: ['workspace'],
  // Views, commands and custom editors activate by themselves; tests, lenses and panels do not.
  activationEvents: [
    ...languages.map(({ editor }) => `onLanguage:${editor.id}`),
    // A session occupies its probe from the start, which other windows must see.
    ...launchTypes.flatMap(({ type, uses }) => (uses ? `onDebugResolve:${type}` : [])),
    ...panelEvents(views),
    'workspaceContains:.cyclescope',
    ...projectMarks.map((name) => `workspaceContains:**/${name}`),
  ],
  capabilities: {
    untrustedWorkspaces: {
      supported: 'limited',
      description: text(
        'untrusted',
        'Results, comparisons and recordings can be opened. Measuring and building start programs and need a trusted workspace.',
      ),
      restrictedConfigurations: restrictedSettings.map((name) => settings[name]),
    },
    virtualWorkspaces: {
      supported: 'limited',
      description: text(
        'virtual',
        'Recordings open in the timeline. Runs are stored by the extension, because a virtual folder cannot contain them.',
      ),
    },
  },
  contributes: {
    commands,
    configuration: { title: 'Cyclescope', properties: settingContributions },
    customEditors,
    keybindings,
    languageModelTools,
    menus,
    ...sidebar,
    walkthroughs,
  },
} as const;
