import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFormats } from '../imports';

/** A short output in a tool's form, with invented figures, from the file next to the format. */
export function exampleText(id: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'formats', `${id}.example.txt`), 'utf8');
}

/** The output of each format by its id. */
export const exampleTexts = importFormats.map(({ id }) => [id, exampleText(id)] as const);
