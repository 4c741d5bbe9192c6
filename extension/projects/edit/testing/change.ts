import type { ChangeOutcome, Project, ProjectChange } from '../project';
import type { SdkFiles } from '../sdk';
import type { ProjectState } from '../state';

/** A project of one kind in `/w/app`, without any other information. */
export const project = (kind: Project['kind'], more: Partial<Project> = {}): Project => ({
  kind,
  folder: '/w/app',
  title: 'Project "app"',
  sources: [],
  facts: [{ question: 'target', value: 'app', source: 'CMakeLists.txt:2' }],
  gaps: [],
  hasAgent: false,
  ...more,
});

/** Files as they are in the project's folder. */
export const makeProjectState = (
  files: Readonly<Record<string, string>>,
  more: Partial<ProjectState> = {},
): ProjectState => ({ files: new Map(Object.entries(files)), others: [], gaps: [], ...more });

export const makeSdkFiles = (
  version: string,
  files: Readonly<Record<string, string>>,
): SdkFiles => ({
  version,
  files: new Map(Object.entries(files)),
});

/** A small copy. */
export const SDK = makeSdkFiles('1.0.0', { 'a.c': 'int a;\n', 'core/b.c': 'int b;\n' });

/** The change, where there is one. */
export function requireChange(outcome: ChangeOutcome): ProjectChange {
  if ('gap' in outcome) throw new Error(outcome.gap.what);
  return outcome.change;
}

/** Returns the reason why a change cannot be made. */
export function getGapText(outcome: ChangeOutcome): string | undefined {
  return 'gap' in outcome ? outcome.gap.what : undefined;
}

/** The files after a change; those that go are gone. */
export function after(
  { files }: ProjectState,
  change: ProjectChange,
): Readonly<Record<string, string>> {
  const contents = new Map(files);
  for (const { path, after: text } of change.files) {
    const inside = path.replace('/w/app/', '');
    if (text === undefined) contents.delete(inside);
    else contents.set(inside, text);
  }
  return Object.fromEntries(contents);
}
