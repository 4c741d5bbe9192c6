import { expect, test } from 'vitest';
import { findRecipe } from '../recipe';
import { checkLicenceNames, type Extra, openLicences } from './extra';
import { withExtras } from './extras';

let prepared = 0;
const extra = (name: string, licence?: string): Extra => ({
  name,
  needs: '',
  about: name,
  ...(licence !== undefined && { licence: { name: licence, terms: `${licence} asks for much.` } }),
  prepare: () => {
    prepared += 1;
    return Promise.resolve({ sources: [] });
  },
});
const [free, bound] = [extra('free'), extra('bound', 'strict')];

const recipe = findRecipe('local-linux', process.cwd());
if (!recipe) throw new Error('no recipe');
const request = { packageFolder: '/nowhere', onMessage: () => undefined };

test('prepares nothing before every licence is agreed to', async () => {
  prepared = 0;
  const refused = withExtras(recipe, [free, bound], { ...request, agreed: [] });
  await expect(refused).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('strict asks for much.') as string,
    hint: 'Accept it with --accept-license strict.',
  });
  expect(prepared).toBe(0);
  await withExtras(recipe, [free, bound], { ...request, agreed: ['strict'] });
  expect(prepared).toBe(2);
});

test('asks only for components with a licence of their own', () => {
  expect(openLicences([free], [])).toEqual([]);
  expect(openLicences([free, bound], []).map(({ name }) => name)).toEqual(['strict']);
  expect(openLicences([free, bound], ['strict'])).toEqual([]);
});

test('reports an unknown licence name, with a similar one', () => {
  expect(() => checkLicenceNames([free, bound], ['strict'])).not.toThrow();
  const unknownName = (hint: string) =>
    expect.objectContaining({ code: 'usage', hint: expect.stringContaining(hint) as string });
  expect(() => checkLicenceNames([free, bound], ['strikt'])).toThrow(unknownName('"strict"'));
  expect(() => checkLicenceNames([free, bound], ['all'])).toThrow(
    unknownName('Available: strict.'),
  );
});
