import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { isTest } from '../../scripts/lint/packages.mjs';

/** Names that every descriptor of a kind exports from its folder. */
const descriptors = ['configuration', 'openSampler'];

/** Types that a page's protocol repeats as schemas, and other names that are exported twice with one meaning. */
const sameThing = [
  'CoreShares',
  'EventRow',
  'ExplainedSample',
  'Explanation',
  'FlameNode',
  'Lane',
  'Moment',
  'Verdict',
];

const declaration =
  /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Pages are programs of their own: each may have its `App`, but none a name of a package. */
const toProgram = (path: string) => (/\/features\/[^/]+\/page\//.test(path) ? 'page' : path);

test('an exported name means one thing', () => {
  const definitions = new Map<string, Set<string>>();
  for (const path of sources('extension')) {
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(declaration)) {
      definitions.set(name, (definitions.get(name) ?? new Set()).add(toProgram(path)));
    }
  }
  const repeated = [...definitions].flatMap(([name, paths]) => (paths.size > 1 ? [name] : []));
  expect(repeated.sort()).toEqual([...descriptors, ...sameThing].sort());
});

function sources(top: string): readonly string[] {
  const names = readdirSync(top, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => posix.join(top, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path));
}
