import { expect } from 'vitest';
import { detect, findProjects } from '../../extension/projects';
import { folder, world } from '../../extension/projects/detect/testing/world';
import { boardTarget, otherSide } from '../../extension/targets';
import { fuzz, garbledJson, garbledText } from './fuzz';
import { CONFIGURATIONS, LISTS, RUNNERS, SETTING } from './boards';

type Files = Readonly<Record<string, unknown>>;

/** Whatever a project's files contain: each board has a name, and is ready or names what is missing. */
async function isDetected(files: Files, settings: Files = {}): Promise<void> {
  const found = world([folder('app', files, settings, true)]);
  const { boards, problems } = detect(found);
  for (const board of boards) {
    expect(board.id).not.toBe('');
    const target = boardTarget(board);
    expect(target.title).not.toBe('');
    otherSide(board);
  }
  expect(problems.every((problem) => problem !== '')).toBe(true);
  expect(new Set(boards.map(({ id }) => id)).size).toBe(boards.length);
  for (const project of findProjects(found)) expect(project.title).not.toBe('');
}

fuzz('launch.json', garbledJson({ version: '0.2.0', configurations: CONFIGURATIONS }), (launch) =>
  isDetected({ '.vscode/launch.json': launch }),
);

fuzz(
  'launch.json, damaged as a text',
  garbledText(JSON.stringify({ version: '0.2.0', configurations: CONFIGURATIONS }, undefined, 1)),
  (launch) => isDetected({ '.vscode/launch.json': launch }),
);

fuzz(
  'the setting of boards',
  garbledJson({ boards: SETTING }),
  (settings) => isDetected({}, { 'cyclescope.boards': (settings as { boards?: unknown }).boards }),
  [{ boards: { name: 'x', server: 'constructor' } }, { boards: [{ name: 'x', server: 5 }] }],
);

fuzz(
  "Zephyr's runners.yaml",
  garbledText(RUNNERS),
  (runners) => isDetected({ 'build/zephyr/runners.yaml': runners }),
  [RUNNERS.replaceAll('pyocd', 'constructor'), RUNNERS.replaceAll('jlink', '__proto__')],
);

fuzz("a project's CMakeLists.txt", garbledText(...LISTS), (text) =>
  isDetected({ 'CMakeLists.txt': text, 'prj.conf': text, 'build/CMakeCache.txt': text }),
);
