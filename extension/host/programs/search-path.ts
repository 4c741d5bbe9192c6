import { delimiter } from 'node:path';

/** The variable that says where programs are looked for, with those folders first, each once. */
export function searchPath(
  environment: Readonly<Record<string, string | undefined>>,
  folders: readonly string[],
): Readonly<Record<string, string>> {
  // Windows calls it `Path`.
  const name = Object.keys(environment).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  const all = [...folders, ...(environment[name] ?? '').split(delimiter)];
  return { [name]: [...new Set(all)].filter((folder) => folder !== '').join(delimiter) };
}
