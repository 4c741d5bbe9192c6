import { takesModules } from './kinds';
import type { Project } from './project';

/** The file that puts the agent into a build, when it is named there. */
export const CONF = 'cyclescope.conf';

const TEXT = `# Puts the agent of Cyclescope into a build that names this file; other builds stay as they are.
CONFIG_CYCLESCOPE=y
`;

/** The text of that file; undefined for projects without Kconfig. */
export function confOf(project: Pick<Project, 'kind' | 'isZipLayout'>): string | undefined {
  return takesModules(project) ? TEXT : undefined;
}

/** Whether a text of Kconfig's puts the agent in. */
export function asksForAgent(text: string): boolean {
  return /^\s*CONFIG_CYCLESCOPE=y\s*$/m.test(text);
}
