import type { PublishedPart } from '../../published';
import { groupBy } from '../group';

/** Suites that are in an image on request only. */
const EXTRA = /^(?:(cpp|rust|zig)_.*|(crypto))$/;

/** The commands that measure what is missing, one for all suites without parameters. */
export function commandsFor(target: string, parts: readonly PublishedPart[]): string[] {
  const bySuite = groupBy(parts, suiteOf);
  const groups = groupBy(bySuite.values(), ([first]) => {
    return first && Object.keys(first.params).length > 0 ? suiteOf(first) : '';
  });
  const extras = [...bySuite.keys()].flatMap((suite) => {
    const [, language, other] = EXTRA.exec(suite) ?? [];
    return language ?? other ?? [];
  });
  const builds = [...new Set(extras)].map((each) => `--with ${each}`).join(' ');
  return [
    ...(builds === '' ? [] : [`cyclescope build --target ${target} ${builds}`]),
    ...Array.from(groups.values(), (suites) => runCommand(target, suites)),
  ];
}

function runCommand(target: string, suites: readonly (readonly PublishedPart[])[]): string {
  const benches = suites.map((parts) => {
    const ops = [...new Set(parts.map(({ op }) => op))];
    return ops.length > 1 ? ops[0]?.split('/')[0] : ops[0];
  });
  return [
    `cyclescope run --target ${target} --bench ${benches.join(',')}`,
    ...settings(suites.flat()),
  ].join(' ');
}

function settings(parts: readonly PublishedPart[]): string[] {
  const names = new Set(parts.flatMap(({ params }) => Object.keys(params)));
  return Array.from(names, (name) => {
    const values = new Set(parts.flatMap(({ params }) => params[name] ?? []));
    return `--set ${name}=${[...values].sort((a, b) => a - b).join(',')}`;
  });
}

function suiteOf({ op }: PublishedPart): string {
  return op.split('/')[0] ?? '';
}
