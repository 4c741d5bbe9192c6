import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pyocd } from '../lib/paths.mjs';

const lock = readFileSync(pyocd.lock, 'utf8');
/** Each package's entry, up to the next one. */
const packages = lock.split(/^(?=[a-z])/m).slice(1);

it('pins pyOCD', () => {
  expect(packages.some((text) => text.startsWith('pyocd==0.46.0 '))).toBe(true);
});

it.each(packages.map((text) => [text.split(' ')[0], text]))('%s is locked', (name, text) => {
  expect(name).toMatch(/^[a-z0-9-]+==[0-9.]+$/);
  expect(text).toMatch(/--hash=sha256:[0-9a-f]{64}/);
});

it('names no registry', () => expect(lock).not.toMatch(/https?:|^ *-[-a-z]*(url|links)/m));
