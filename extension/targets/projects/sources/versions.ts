import { pathsOf } from '../../detect/scope';
import type { ProjectPlace } from '../place';
import type { ProjectFact } from '../project';

/** How each tree writes its version into a file of its own. */
const READERS: readonly (readonly [RegExp, (text: string) => string | undefined])[] = [
  [/^VERSION$/, zephyrVersion],
  [/^MCUX_VERSION$/, mcuxVersion],
  [/_manifest_v\d+_\d+\.xml$/, manifestVersion],
];

/** The versions of the trees that are used here: those that builds name come first. */
export function versionFacts({ folder, world }: ProjectPlace): readonly ProjectFact[] {
  const { basename } = pathsOf(world);
  return (folder.around ?? []).flatMap(({ path, text }): readonly ProjectFact[] => {
    const reader = READERS.find(([name]) => name.test(basename(path)))?.[1];
    const value = reader?.(text);
    return value === undefined ? [] : [{ question: 'version', value, source: path }];
  });
}

function number(text: string, name: string): string | undefined {
  return new RegExp(`^\\s*${name}\\s*=\\s*(\\w+)\\s*$`, 'm').exec(text)?.[1];
}

function zephyrVersion(text: string): string | undefined {
  const [major, minor] = ['VERSION_MAJOR', 'VERSION_MINOR'].map((name) => number(text, name));
  if (major === undefined || minor === undefined) return undefined;
  const extra = number(text, 'EXTRAVERSION');
  const plain = `${major}.${minor}.${number(text, 'PATCHLEVEL') ?? '0'}`;
  return extra === undefined ? plain : `${plain}-${extra}`;
}

function mcuxVersion(text: string): string | undefined {
  const [year, major, minor] = ['CURRENT_YEAR', 'VERSION_MAJOR', 'VERSION_MINOR'].map((name) =>
    number(text, name),
  );
  return major === undefined || minor === undefined
    ? undefined
    : [year, major, minor].filter((part) => part !== undefined).join('.');
}

function manifestVersion(text: string): string | undefined {
  return /<ksdk\b[^>]*\bversion="([^"]+)"/.exec(text)?.[1];
}
