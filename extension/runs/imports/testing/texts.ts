import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFormats } from '../imports';

/** A short output in the form of a tool, with invented figures; it stands beside the format. */
export function exampleText(id: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'formats', `${id}.example.txt`), 'utf8');
}

/** The output of each format by its id. */
export const exampleTexts = importFormats.map(({ id }) => [id, exampleText(id)] as const);
