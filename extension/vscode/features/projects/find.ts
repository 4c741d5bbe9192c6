import { isAbsolute, relative } from 'node:path';
import type * as vscode from 'vscode';
import type { CallOptions } from '../../../base';
import type { Project } from '../../../projects';
import type { ProjectCalls } from '../../../workers';
import { callInWorker, type Home, pickOne, type Services } from '../../common';
import type { Environment } from '../../services/settings';

type Needed = Pick<Services, 'context' | 'homes'>;

/** A project with its workspace folder. */
export interface HomeProject {
  readonly home: Home;
  readonly project: Project;
}

/** Looks for projects in the open folders. */
export async function listHomeProjects({
  context,
  homes,
}: Needed): Promise<readonly HomeProject[]> {
  const folders = homes.list().filter(({ kind }) => kind === 'folder');
  const found = await Promise.all(
    folders.map(async (home) => {
      const projects = await askProjects(context, 'findProjects', { folders: [home.cwd] });
      return projects.map((project) => ({ home, project }));
    }),
  );
  return found.flat();
}

/** True if a path is in a folder or is the folder itself. */
export function containsPath(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (!inside.startsWith('..') && !isAbsolute(inside));
}

/** The project of a file: the innermost if there are several. */
export function findHomeProject(
  projects: readonly HomeProject[],
  path: string,
): HomeProject | undefined {
  return projects
    .filter(({ project }) => containsPath(project.folder, path))
    .sort((a, b) => b.project.folder.length - a.project.folder.length)[0];
}

/** The clicked project, the only one, or the one that the user picks. */
export async function pickProject(
  projects: readonly HomeProject[],
  clicked: vscode.Uri | undefined,
  placeHolder: string,
): Promise<HomeProject | undefined> {
  const meant = clicked && findHomeProject(projects, clicked.fsPath);
  if (meant !== undefined || projects.length < 2) return meant ?? projects[0];
  const items = projects.map((homeProject) => ({
    label: homeProject.project.title,
    description:
      relative(homeProject.home.cwd, homeProject.project.folder) || homeProject.home.title,
    homeProject,
  }));
  return (await pickOne(items, { placeHolder }))?.homeProject;
}

/** Sends a request about projects to a system worker. */
export const askProjects = <K extends keyof ProjectCalls>(
  context: Pick<vscode.ExtensionContext, 'extensionUri'>,
  call: K,
  takes: ProjectCalls[K]['takes'],
  options: CallOptions<ProjectCalls[K]> = {},
  env: Environment = process.env,
): Promise<ProjectCalls[K]['gives']> =>
  callInWorker<ProjectCalls>(context, 'system', env)(call, takes, options);
