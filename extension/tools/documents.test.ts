import { expect, test } from 'vitest';
import { newProfile } from '../profile';
import { sampleRunProfile } from '../profile/testing';
import { profileJson } from './documents';

test('the profile of an operation has the number of all samples if it keeps only the first', () => {
  const { code, operations } = sampleRunProfile();
  const [operation = { name: '', paths: [], order: [] }] = operations;
  const all = profileJson(newProfile('a/b', code, operation), 1);
  expect(all).toMatchObject({ samples: 5, functions: [{}] });
  expect(JSON.stringify(all)).not.toContain('measuredSamples');
  const first = newProfile('a/b', code, { ...operation, measuredSamples: 100 });
  expect(profileJson(first, 1)).toEqual({ ...all, measuredSamples: 100 });
});
