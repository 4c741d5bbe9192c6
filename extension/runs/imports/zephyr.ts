import type { Line } from './lines';

const BANNER = /\*\*\* (?:Booting|Using) Zephyr OS (?:build |version )?(\S+)/;

/** Facts from Zephyr's boot banner and an emulator's own lines. */
export function zephyrFacts(lines: readonly Line[]): Record<string, string> {
  const version = findFirstMatch(lines, BANNER);
  const emulated = lines.some(({ text }) => /\bqemu/i.test(text));
  return {
    os: 'Zephyr',
    ...(version === undefined ? {} : { os_version: normaliseRelease(version) }),
    ...(emulated ? { emulator: 'QEMU' } : {}),
  };
}

/** A release as the kernel names it: its tags begin with a letter. */
export function normaliseRelease(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

/** A problem for figures in cycles that an emulator counted. */
export function emulationProblems({ emulator }: Readonly<Record<string, string>>): string[] {
  return emulator === undefined
    ? []
    : [`It ran in ${emulator}: its cycles are those of an emulated timer, not of a core.`];
}

/** Checks that a benchmark's text is complete: its last line must be present and report success. */
export function endProblems(lines: readonly Line[]): string[] {
  const result = findFirstMatch(lines, /PROJECT EXECUTION (\w+)/);
  if (result === undefined) return ['The text ends before the benchmark does.'];
  return result === 'SUCCESSFUL' ? [] : [`The benchmark itself reports: ${result}.`];
}

/** The pattern's first group in the first line that matches. */
export function findFirstMatch(lines: readonly Line[], pattern: RegExp): string | undefined {
  for (const { text } of lines) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
