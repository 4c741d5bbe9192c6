import { expect, test } from 'vitest';
import { withRuns } from '../../../scripts/editor/host-suites.mjs';
import { pick, runCommand, setTheme, themeNames } from '../../../scripts/editor/workbench.mjs';
import { seriousFindings } from '../clicks/axe';
import { editorSession, type Session } from '../clicks/session';
import { views } from '../clicks/views';

const session = editorSession({
  open: (folder) => ({ folder: withRuns(folder) }),
  // Enough executions that a run never ends on its own.
  settings: { 'cyclescope.iterations': 100_000_000 },
});

async function openRunning({ page, view }: Session): Promise<void> {
  await runCommand(page, 'Cyclescope: Benchmark');
  await pick(page, /^context_switch/);
  await view.getByRole('button', { name: 'Stop' }).waitFor();
}

const all = Object.entries({ ...views, 'run in progress': openRunning });

test.each(all)('axe finds nothing serious in the %s, whatever the theme', async (_, open) => {
  const { page } = session;
  await runCommand(page, 'View: Close All Editors');
  await open(session);
  const findings: Record<string, readonly string[]> = {};
  for (const theme of themeNames) {
    await setTheme(page, theme);
    findings[theme] = await seriousFindings(page);
  }
  expect(findings).toEqual({ light: [], dark: [], 'hc-dark': [], 'hc-light': [] });
});
