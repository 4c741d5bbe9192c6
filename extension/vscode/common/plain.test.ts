import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainMessage } from './messages';

it.each([
  ['[x](command:evil.do)', '[x] (command:evil.do)'],
  ['see [a][b](https://x.example "title")', 'see [a][b] (https://x.example "title")'],
  ['[x]\u200b(file:///a) and [y]\u0000(command:b)', '[x] (file:///a) and [y] (command:b)'],
  ['red: \u001b[31m, turned round: \u202egnp.exe', 'red:  [31m, turned round:  gnp.exe'],
  ['Written: run.md (1.2 MB) in /a [old]/b.', 'Written: run.md (1.2 MB) in /a [old]/b.'],
])('a message shows %j as text', (text, expected) => {
  expect(plainMessage(text)).toBe(expected);
});

it('all messages of the extension are shown that way', () => {
  const folder = join(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== 'common/messages.ts',
  );
  const others = sources.filter((path) =>
    /show(Information|Warning|Error)Message/.test(readFileSync(join(folder, path), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(others).toEqual([]);
});
