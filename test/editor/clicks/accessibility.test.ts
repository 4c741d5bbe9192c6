import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { runCommand } from '../../../scripts/editor/workbench.mjs';
import { casesOf } from '../../everything';
import { seriousFindings } from './axe';
import { editorSession } from './session';
import { views } from './views';

const session = editorSession({ open: (folder) => ({ folder: withRuns(folder) }) });

// The pages have tests of their own, in every theme; here is what the editor adds around them.
test.each(casesOf(Object.entries(views), () => 'any'))(
  'axe finds nothing serious in the %s',
  async (_, open) => {
    const { page } = session;
    await runCommand(page, 'View: Close All Editors');
    await open(session);
    expect(await seriousFindings(page)).toEqual([]);
  },
);
