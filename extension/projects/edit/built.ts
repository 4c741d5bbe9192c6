import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize, resolve, sep } from 'node:path';
import type { ImageBuild } from '../../agent';
import { type Fields, toFields, toText } from '../../base';
import type { SetupGap } from '../../targets';
import { unwrapFields, parseYaml } from '../detect';
import { chooseAnswer, openQuestions, QUESTIONS } from './facts';
import { buildFolder, getProjectKind } from './kinds';
import type { Answers, BuildPlan, Project } from './project';

/** The program that a build made, by a whole path. */
export type BuiltProgram = { readonly elf: string } | { readonly gap: SetupGap };

const REPLY = join('.cmake', 'api', 'v1', 'reply');

/** The folder of a project's agents, for the figures and for the trace. */
export const agentsFolder = ({ folder }: Pick<Project, 'folder'>) =>
  join(folder, dirname(buildFolder('headline')));

/** The folder of a project's agents that contains a folder; undefined if none does. */
export function agentsFolderAbove(folder: string): string | undefined {
  for (const build of ['headline', 'traced'] as const) {
    const [above, ...inner] = `${folder}${sep}`.split(
      `${sep}${normalize(buildFolder(build))}${sep}`,
    );
    if (above !== undefined && inner.length > 0) return agentsFolder({ folder: above });
  }
  return undefined;
}

/** Finds the output of a build, from west's runners or from CMake's own answer. */
export async function readBuilt(project: Project, build: ImageBuild): Promise<BuiltProgram> {
  const folder = join(project.folder, buildFolder(build));
  const elf = (await byRunners(folder)) ?? (await byCMake(folder, project));
  if (elf !== undefined && (await isFile(elf))) return { elf };
  const what =
    elf === undefined
      ? `The build in ${folder} does not name its program`
      : `The build did not produce ${elf}`;
  return { gap: { what, remedy: 'Check the output of the build, and build again.' } };
}

async function byRunners(folder: string): Promise<string | undefined> {
  const domains = await readYaml(join(folder, 'domains.yaml'));
  const own = toText(domains['default']);
  const image = own === undefined ? folder : join(folder, own);
  for (const candidate of [join(image, 'zephyr'), image]) {
    const { elf_file: elf } = toFields((await readYaml(join(candidate, 'runners.yaml')))['config']);
    const name = toText(elf);
    if (name !== undefined) return resolve(candidate, name);
  }
  // A board without runners has none of these files.
  const zephyr = join(image, 'zephyr', 'zephyr.elf');
  return (await isFile(zephyr)) ? zephyr : undefined;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function readYaml(path: string): Promise<Fields> {
  return unwrapFields(parseYaml(await readFile(path, 'utf8').catch(() => '')));
}

/** The answer to the query that was laid down before CMake ran. */
async function byCMake(folder: string, project: Project): Promise<string | undefined> {
  const reply = join(folder, REPLY);
  const read = async (name: unknown) =>
    parseFields(await readFile(join(reply, toText(name) ?? ''), 'utf8').catch(() => ''));
  const names = await readdir(reply).catch(() => []);
  const index = await read(
    names
      .filter((name) => /^index-.*\.json$/.test(name))
      .sort()
      .at(-1),
  );
  const ours = toFields(toFields(index['reply'])['client-cyclescope']);
  const model = await read(toFields(ours['codemodel-v2'])['jsonFile']);
  const configurations = toList(model['configurations']);
  const targets = await Promise.all(
    toList(toFields(configurations[0])['targets']).map((target) =>
      read(toFields(target)['jsonFile']),
    ),
  );
  const programs = targets.filter(({ type }) => type === 'EXECUTABLE');
  const wanted = chooseAnswer(project, 'target');
  const program = programs.find(({ name }) => name === wanted) ?? only(programs);
  const path = toText(toFields(toList(program?.['artifacts'])[0])['path']);
  return path === undefined ? undefined : resolve(folder, path);
}

const only = <T>(list: readonly T[]) => (list.length === 1 ? list[0] : undefined);

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parseFields(text: string): Fields {
  try {
    return toFields(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The programs that build a project with the agent in it, with the project's own tools. */
export function stepsToBuild(
  project: Project,
  build: ImageBuild,
  answers: Answers,
  platform: NodeJS.Platform,
): BuildPlan {
  const [gap] = project.gaps;
  if (gap !== undefined) return { gap };
  const [open] = openQuestions(project, answers);
  if (open !== undefined) {
    return { gap: { what: `The ${QUESTIONS[open]} is not chosen yet`, remedy: 'Choose one.' } };
  }
  return getProjectKind(project).stepsToBuild({
    project,
    build,
    answer: (question) => chooseAnswer(project, question, answers),
    platform,
  });
}
