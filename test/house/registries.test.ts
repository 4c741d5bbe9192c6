import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { below } from '../../scripts/package/below.mjs';
import { addressKinds, boardServers, servers } from '../../extension/targets';

/* What is declared once is not listed elsewhere by hand. */

const root = join(import.meta.dirname, '..', '..');

const TARGETS = 'extension/targets/';

/** Lists the uses of words as literals in the extension's code outside some folders. */
function uses(words: readonly string[], outside: readonly string[]): readonly string[] {
  const literal = new RegExp(`'(${words.join('|')})'`, 'g');
  return below('extension', root, /(?<!\.test)\.tsx?$/)
    .filter((path) => !outside.some((folder) => path.startsWith(folder)))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [...text.matchAll(literal)].map(([, word]) => `${path}: ${word}`);
    });
}

test('a debug server is named in its folder alone', () => {
  const kinds = servers.map(({ kind }) => kind);
  expect(uses(kinds, [`${TARGETS}board/servers/`])).toEqual([]);
});

test('what a board has in place of a server, and addresses, are named in the folder of their kind', () => {
  const kinds = boardServers.map(({ kind }) => kind);
  // cortex-debug has a server type of the same name.
  const outside = [TARGETS, 'extension/projects/detect/launch/cortex-debug.ts'];
  expect(uses(kinds, outside)).toEqual([]);
  const addresses = addressKinds.flatMap(({ form, scheme }) => [form, scheme]);
  expect(uses(addresses.map(escaped), [TARGETS])).toEqual([]);
});

const escaped = (text: string) => text.replaceAll(/[?.]/g, '\\$&');
