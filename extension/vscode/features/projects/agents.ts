import type * as vscode from 'vscode';
import type { AgentFiles } from '../../../targets';
import type { Home } from '../../common';
import type { Boards } from '../../services/targets';

/** Targets that run an agent built by a project. */
export interface ProjectAgents {
  /** The folder of the project whose agent a target runs. */
  readonly getFolder: (home: Home, target: string) => string | undefined;
  readonly use: (home: Home, target: string, folder: string, files: AgentFiles) => Promise<void>;
  /** A project's build was removed: its targets run their previous agents again. */
  readonly forget: (home: Home, folder: string) => Promise<void>;
}

type Memory = Pick<vscode.ExtensionContext, 'workspaceState'>;

/** Stores them per workspace. */
export function newProjectAgents(
  { workspaceState }: Memory,
  boards: Pick<Boards, 'setAgent'>,
): ProjectAgents {
  const toKey = (home: Home) => `projects:${home.id}`;
  const getStoredFolders = (home: Home) =>
    workspaceState.get<Readonly<Record<string, string>>>(toKey(home)) ?? {};
  return {
    getFolder: (home, target) => getStoredFolders(home)[target],
    use: async (home, target, folder, files) => {
      await workspaceState.update(toKey(home), { ...getStoredFolders(home), [target]: folder });
      await boards.setAgent(home, target, { kind: 'files', ...files });
    },
    forget: async (home, folder) => {
      const entries = Object.entries(getStoredFolders(home));
      const kept = entries.filter(([, of]) => of !== folder);
      await workspaceState.update(toKey(home), Object.fromEntries(kept));
      const gone = entries.filter(([, of]) => of === folder);
      for (const [target] of gone) await boards.setAgent(home, target, undefined);
    },
  };
}
