import { expect, test } from 'vitest';
import { unreadableError } from './failures';

const makeError = (code: string) => Object.assign(new Error('no'), { code });

test.each([
  [makeError('ENOENT'), 'a.svdat cannot be read (ENOENT).', /no such file/],
  [makeError('EISDIR'), 'a.svdat cannot be read (EISDIR).', /a folder/],
  [makeError('EACCES'), 'a.svdat cannot be read (EACCES).', /permission/],
  [makeError('EIO'), 'a.svdat cannot be read (EIO).', /the disk/],
  [new Error('broken'), 'a.svdat cannot be read (Error: broken).', /the disk/],
])('explains a file that cannot be read: %s', (error, message, hint) => {
  const failure = unreadableError('a.svdat', error);
  expect(failure).toMatchObject({ code: 'unreadable', message });
  expect(failure.hint).toMatch(hint);
});
