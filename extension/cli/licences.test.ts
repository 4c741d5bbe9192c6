import { expect, test } from 'vitest';
import { parseArguments } from './args';
import { extrasNamed } from '../toolchain';
import { collectLicences, licenceOptions } from './licences';

const spec = { name: 'build', about: '', options: licenceOptions };
const parseWords = (...words: readonly string[]) => parseArguments(spec, words);

/** A user at the terminal who gives this answer. */
function sitting(answer: string) {
  const questions: string[] = [];
  const ask = (question: string) => {
    questions.push(question);
    return Promise.resolve(answer);
  };
  return { ask, questions };
}

test.each([['y'], [' Yes ']])('the answer "%s" agrees', async (answer) => {
  const { ask, questions } = sitting(answer);
  expect(await collectLicences(parseWords(), extrasNamed(['crypto']), { ask })).toEqual([
    'wolfcrypt',
  ]);
  expect(questions).toEqual([expect.stringMatching(/General Public License[^]*\[y\/N\] $/)]);
});

test.each([[''], ['no'], ['yikes']])('the answer "%s" does not agree', async (answer) => {
  const { ask } = sitting(answer);
  await expect(
    collectLicences(parseWords(), extrasNamed(['crypto']), { ask }),
  ).rejects.toMatchObject({
    code: 'refused',
    message: 'Nothing was fetched or built: the licence was not accepted.',
  });
});

test('asks nothing if the licence is agreed to in advance, or there is none', async () => {
  const ask = () => Promise.reject(new Error('asked'));
  const agreed = parseWords('--accept-license', 'wolfcrypt');
  expect(await collectLicences(agreed, extrasNamed(['crypto']), { ask })).toEqual(['wolfcrypt']);
  expect(await collectLicences(parseWords(), [], { ask })).toEqual([]);
});

test('agrees to nothing without a terminal to ask at', async () => {
  expect(await collectLicences(parseWords(), extrasNamed(['crypto']), {})).toEqual([]);
});
