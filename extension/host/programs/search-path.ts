import { delimiter } from 'node:path';

/** The search path with these folders first, each once. */
export function searchPath(
  environment: Readonly<Record<string, string | undefined>>,
  folders: readonly string[],
): Readonly<Record<string, string>> {
  // Windows calls it `Path`.
  const name = Object.keys(environment).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  const all = [...folders, ...(environment[name] ?? '').split(delimiter)];
  return { [name]: [...new Set(all)].filter((folder) => folder !== '').join(delimiter) };
}
