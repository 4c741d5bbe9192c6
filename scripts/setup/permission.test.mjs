import { describe, expect, it } from 'vitest';
import { isSet, systemPermission } from './permission.mjs';

describe('systemPermission', () => {
  it.each([
    { root: false, container: false, ci: false, confirmed: false, allowed: undefined },
    { root: true, container: false, ci: false, confirmed: false, allowed: undefined },
    { root: false, container: true, ci: false, confirmed: false, allowed: undefined },
    { root: true, container: true, ci: false, confirmed: false, allowed: 'root in a container' },
    { root: false, container: false, ci: true, confirmed: false, allowed: 'CI is set' },
    { root: false, container: false, ci: false, confirmed: true, allowed: 'confirmed' },
  ])('%o', ({ allowed, ...situation }) => {
    expect(systemPermission(situation)).toBe(allowed);
  });
});

describe('isSet', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['0', false],
    ['true', true],
    ['1', true],
    ['woodpecker', true],
  ])('%s: %s', (value, expected) => expect(isSet(value)).toBe(expected));
});
