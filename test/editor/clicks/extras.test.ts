import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../../scripts/editor/host-suites.mjs';
import { chooseCrypto, dialog, openChoice } from './licences';
import { editorSession } from './session';

const session = editorSession({
  open: (folder) => ({ folder: emptyFolder(folder) }),
  settings: { 'cyclescope.target': 'local-linux' },
});

test('an extra is not installed unless its licence is accepted', async () => {
  const { page } = session;
  await openChoice(page);
  await chooseCrypto(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect(existsSync(join(session.folder, 'empty', '.cyclescope', 'agent'))).toBe(false);
});
