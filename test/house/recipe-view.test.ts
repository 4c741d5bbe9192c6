import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listCopiedFiles } from '../../scripts/package/contents.mjs';
import { isEverything } from '../everything';
import { copyOfTree } from './recipes';

/* Follows the recipe "A view" of CONTRIBUTING.md. */

const FEATURES = 'extension/vscode/features';

/** The files of a view that counts the runs of the sample. */
const files = {
  'view.ts': `import { item, ofRun, type PageView } from '../../contributions';

export const OPEN = 'cyclescope.openPulse';

/** Shows how many runs the sample has. */
export const pulseView = {
  kind: 'panel',
  name: 'pulse',
  title: (t) => t('Pulse of the sample'),
  outline: ['title'],
  commands: { openPulse: { title: 'Open the pulse' } },
  menus: { 'view/item/context': [item(OPEN, ofRun, '1_open@9')] },
} as const satisfies PageView;
`,
  'protocol.ts': `import * as v from 'valibot';
import { message, readyMessage } from '../../protocol';

export const toPulse = v.variant('type', [message('beats', { beats: v.number() })]);
export const fromPulse = v.variant('type', [readyMessage]);
export const pulseState = v.object({ version: v.literal(1) });

export type ToPulse = v.InferOutput<typeof toPulse>;
export type FromPulse = v.InferOutput<typeof fromPulse>;
`,
  'pulse.ts': `import * as vscode from 'vscode';
import { registerCommand, type Services } from '../../common';
import { newPanels } from '../../panels';
import { type FromPulse, fromPulse, pulseState, type ToPulse } from './protocol';
import { OPEN, pulseView } from './view';

export function registerPulse(services: Services): vscode.Disposable {
  const { homes, runs } = services;
  const panels = newPanels<ToPulse, FromPulse>(services, pulseView, fromPulse);
  const content: Parameters<typeof panels.show>[0] = {
    key: 'sample',
    open: ({ post }) => ({
      receive: () =>
        void runs.list(homes.sample).then((all) => post({ type: 'beats', beats: all.length })),
      dispose: () => undefined,
    }),
  };
  return vscode.Disposable.from(
    registerCommand(services, OPEN, () => panels.show(content)),
    panels.restore(pulseState, () => content),
  );
}
`,
  'index.ts': `export { registerPulse } from './pulse';
`,
  'page/main.tsx': `import { signal } from '@preact/signals';
import { connect, mount, t } from '../../../page';
import { type FromPulse, pulseState, type ToPulse, toPulse } from '../protocol';
import './pulse.css';

const beats = signal(0);

const bridge = connect<FromPulse, ToPulse, { version: 1 }>({
  receives: toPulse,
  keeps: pulseState,
  onMessage: (message) => (beats.value = message.beats),
  onMisfit: () => undefined,
});

bridge.keep({ version: 1 });
mount(<h1>{t('Pulse of the sample')}: {beats}</h1>);
bridge.ready();
`,
  'page/pulse.css': `h1 {
  margin: 0;
}
`,
  'german.json': `{
  "Open the pulse": "Puls öffnen",
  "Pulse of the sample": "Puls des Beispiels"
}
`,
  'testing.ts': `import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../../../../scripts/editor/workbench.mjs';

export async function open({ page, view }: { page: Page; view: FrameLocator }): Promise<void> {
  await runCommand(page, 'Cyclescope: Open the pulse');
  await view.getByRole('heading').waitFor();
}
`,
};

test('a view is one folder and two edited files, and is there wherever views are', async () => {
  const copy = await copyOfTree();
  const folder = `${FEATURES}/pulse`;
  for (const [path, text] of Object.entries(files)) copy.write(`${folder}/${path}`, text);
  const tsconfig = 'page/tsconfig.json';
  copy.write(`${folder}/${tsconfig}`, copy.read(`${FEATURES}/compare/${tsconfig}`));
  const registry = `${FEATURES}/views.ts`;
  copy.edit(
    registry,
    'import { resultsView }',
    "import { pulseView } from './pulse/view';\nimport { resultsView }",
  );
  copy.edit(registry, 'views = [', 'views = [pulseView, ');
  // The type check asks for the other line.
  const checked = [folder, 'extension/vscode/extension.ts', 'test/editor/clicks/views.ts'];
  const check = () =>
    copy.node('node_modules/oxlint/bin/oxlint', ['--type-aware', '--type-check', ...checked]);
  if (isEverything)
    await expect(check()).rejects.toMatchObject({ stdout: expect.stringContaining('pulse') });
  const activation = 'extension/vscode/extension.ts';
  copy.edit(
    activation,
    'import { newProjects }',
    "import { registerPulse } from './features/pulse';\nimport { newProjects }",
  );
  copy.edit(
    activation,
    '    timeline,\n  };',
    '    timeline,\n    pulse: registerPulse(services),\n  };',
  );
  await check();
  expect(copy.edited()).toEqual([registry, activation]);

  await copy.node('scripts/manifest.mjs');
  expect(JSON.parse(copy.read('package.json'))).toMatchObject({
    activationEvents: expect.arrayContaining(['onWebviewPanel:cyclescope.pulse']),
    contributes: {
      commands: expect.arrayContaining([
        expect.objectContaining({ command: 'cyclescope.openPulse', title: '%command.openPulse%' }),
      ]),
      menus: {
        'view/item/context': expect.arrayContaining([
          expect.objectContaining({ command: 'cyclescope.openPulse' }),
        ]),
      },
    },
  });
  expect(copy.read('package.nls.json')).toContain('Open the pulse');
  expect(copy.read('package.nls.de.json')).toContain('Puls öffnen');
  expect(copy.read('l10n/bundle.l10n.de.json')).toContain('Puls des Beispiels');

  await copy.bundle('dist/views');
  await copy.bundle('dist');
  expect(copy.read('dist/extension.cjs')).toContain('cyclescope.openPulse');
  expect(listCopiedFiles('vsix', copy.folder)).toEqual(
    expect.arrayContaining(['dist/views/pulse.css', 'dist/views/pulse.js']),
  );
});

test('the recipe names every file of a view, and the ones that are edited', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'CONTRIBUTING.md'), 'utf8');
  const [, recipe = ''] = /\n### A view\n(.*?)\n##/s.exec(text) ?? [];
  const named = [...Object.keys(files), 'page/tsconfig.json', 'extension.ts', 'features/views.ts'];
  const missing = named.filter((path) => !recipe.includes(path.replace('pulse', '<name>')));
  expect(missing).toEqual([]);
});
