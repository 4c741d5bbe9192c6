import { bytesAt, type Elf } from './elf';

const NEEDED_VERSIONS = '.gnu.version_r';

/**
 * Returns the oldest GNU C library that a Linux program runs with, such as `2.34`; undefined: it
 * uses none.
 */
export function neededLibc(elf: Elf): string | undefined {
  const versions = elf.sections.find(({ name }) => name === NEEDED_VERSIONS);
  const names = versions && elf.sections[versions.link];
  const bytes = names && bytesAt(elf, names.address, names.size);
  if (bytes === undefined) return undefined;
  // A program defines no versions itself: those in its strings are required ones.
  const strings = new TextDecoder().decode(bytes).split('\0');
  return strings
    .flatMap((text) => /^GLIBC_(\d+\.\d+)/.exec(text)?.[1] ?? [])
    .sort(byVersion)
    .at(-1);
}

/** Returns whether one version of the GNU C library is older than another. */
export function isOlderLibc(version: string, than: string): boolean {
  return byVersion(version, than) < 0;
}

function byVersion(a: string, b: string): number {
  const [major, minor] = partsOf(a);
  const [otherMajor, otherMinor] = partsOf(b);
  return major - otherMajor || minor - otherMinor;
}

function partsOf(version: string): readonly [major: number, minor: number] {
  const [major = '0', minor = '0'] = version.split('.');
  return [Number(major), Number(minor)];
}
