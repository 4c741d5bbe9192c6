import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { testInAll } from '../everything';
import { type CommentServer, startCommentServer } from '../stand-ins/comment-server';
import { workspaceForEach } from './cli-process';

/* The steps of the action and of the component, run as their runners do, on a real repository. */

const root = join(import.meta.dirname, '../..');
const workspace = workspaceForEach();
let server: CommentServer;
beforeEach(async () => {
  server = await startCommentServer();
});
afterEach(() => server.close());

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@example.com', ...args], {
    cwd: workspace.folder,
    encoding: 'utf8',
  }).trim();

/** Commits the benchmark with some instructions more than usual. */
function commit(title: string, more: number): string {
  writeFileSync(
    join(workspace.folder, 'work.c'),
    `#include <cyclescope/bench.h>\nCYCLESCOPE_BENCH(work) { ${'__asm__ volatile("nop");'.repeat(1 + more)} } /* ${title} */\n`,
  );
  git('add', '.');
  git('commit', '-q', '-m', title);
  return git('rev-parse', 'HEAD');
}

/** A repository on its main branch, whose pull request has an instruction more from its second commit on. */
function makeRepository() {
  copyObjects(workspace.folder, 'qemu-freertos-m7');
  git('init', '-q', '-b', 'main');
  writeFileSync(
    join(workspace.folder, '.gitignore'),
    '.cyclescope\ntmp\nbin\ncache\n*.json\n*.md\n',
  );
  return { base: commit('Begin', 0) };
}

function changeInBranch(): string {
  git('switch', '-q', '-c', 'change');
  commit('Explain it', 0);
  commit('Check the owner twice', 1);
  return commit('Tidy up', 1);
}

/** Runs a script as a runner does; the command line is on the path. */
async function runScript(script: string, environment: Readonly<Record<string, string>>) {
  const bin = join(workspace.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const command = join(bin, 'cyclescope');
  writeFileSync(
    command,
    `#!/bin/sh\nexec ${process.execPath} ${join(root, 'dist/cli.cjs')} "$@"\n`,
  );
  chmodSync(command, 0o755);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: workspace.folder,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env['PATH']}`,
      TMPDIR: join(workspace.folder, 'tmp'),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, err };
}

interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** Runs the steps of the action; what its caches keep stays in a folder by its key. */
async function runAction(values: Readonly<Record<string, string>>): Promise<number | null> {
  const [{ inputs, runs }] = loadAll(readFileSync(join(root, 'action.yml'), 'utf8')) as [Action];
  const defaults = Object.entries(inputs).map(([name, each]) => [`inputs.${name}`, each.default]);
  const known: Record<string, string> = { ...Object.fromEntries(defaults), ...values };
  const fillPlaceholders = (text: string) =>
    text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => known[name] ?? '');
  const event = join(workspace.folder, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  for (const { if: condition, uses, with: options = {}, run, env = {} } of runs.steps) {
    const [, name = '', wanted] = /^(\S+) == '(\w+)'$/.exec(condition ?? '') ?? [];
    if (condition !== undefined && known[name] !== wanted) continue;
    if (uses !== undefined) useCache(uses, fillPlaceholders(options['key'] ?? ''), options);
    const result = await runScript(fillPlaceholders(run ?? ''), {
      ...Object.fromEntries(
        Object.entries(env).map(([key, text]) => [key, fillPlaceholders(text)]),
      ),
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: 'ada/firmware',
      GITHUB_EVENT_PATH: event,
      GITHUB_STEP_SUMMARY: join(workspace.folder, 'summary.md'),
    });
    if (result.code !== 0) return result.code;
  }
  return 0;
}

/** Caches are found by the beginning of their key, as by `restore-keys`. */
function useCache(uses: string, key: string, { path = '' }: Readonly<Record<string, string>>) {
  const [here, kept] = [join(workspace.folder, path), join(workspace.folder, 'cache')];
  const branch = key.slice(0, key.lastIndexOf('-'));
  if (uses.startsWith('actions/cache/save@')) cpSync(here, join(kept, branch), { recursive: true });
  else if (existsSync(join(kept, branch))) cpSync(join(kept, branch), here, { recursive: true });
}

/** A comment without what differs from run to run. */
const steady = (text = '') =>
  text
    .replaceAll(/\b[0-9a-f]{40}\b/g, 'COMMIT')
    .replaceAll(/\b[0-9a-f]{10,12}\b/g, 'COMMIT')
    .replaceAll(/\d{8}T\d{6}Z/g, 'TIME')
    .replaceAll(/(m7[- ])[0-9a-f]{4}\b/g, '$1ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:+Z-]+/g, 'TIME');

const OPTIONS = {
  'inputs.source': 'work.c',
  'inputs.bench': 'work',
  'inputs.fail-on': 'regressed=1instr',
  'inputs.bisect': 'true',
  'github.token': 'secret',
  'inputs.token': 'secret',
};

test('the action compares with the base branch, names the commit and edits its one comment', async () => {
  const { base } = makeRepository();
  const pushed = { ...OPTIONS, 'github.event_name': 'push', 'github.ref_name': 'main' };
  expect(await runAction({ ...pushed, 'github.sha': base })).toBe(0);
  rmSync(join(workspace.folder, '.cyclescope', 'base'), { recursive: true });

  const head = changeInBranch();
  git('switch', '-q', 'main');
  const meanwhile = commit('Meanwhile', 0);
  git('switch', '-q', 'change');
  const request = {
    ...OPTIONS,
    'github.event_name': 'pull_request',
    'github.base_ref': 'main',
    'github.sha': head,
    'github.event.pull_request.base.sha': meanwhile,
    'github.event.pull_request.head.sha': head,
  };
  expect(await runAction(request)).toBe(3);
  expect(server.comments).toHaveLength(2);
  await expect(steady(server.comments[1]?.body)).toMatchFileSnapshot('../golden/ci-comment.md');
  expect(readFileSync(join(workspace.folder, 'summary.md'), 'utf8')).toContain(
    server.comments[1]?.body,
  );

  commit('Check it once again', 0);
  expect(await runAction(request)).toBe(0);
  expect(server.comments).toHaveLength(2);
  expect(server.comments[1]?.body).toContain('### Cyclescope: Gate regressed=1instr: ok.');
  expect(server.calls.filter((each) => !each.startsWith('GET'))).toEqual([
    'POST /repos/ada/firmware/issues/7/comments',
    'PATCH /repos/ada/firmware/issues/comments/12',
  ]);
});

test('without a package to install, the action does not ask a registry for one', async () => {
  const [{ runs }] = loadAll(readFileSync(join(root, 'action.yml'), 'utf8')) as [Action];
  const nothing = { PATH: '/usr/bin:/bin', INSTALL: '', TARGET: 'qemu-freertos-m7', SOURCE: '' };
  const { code, err } = await runScript(runs.steps[0]?.run ?? '', nothing);
  expect([code, err]).toEqual([1, expect.stringContaining('Set the input install')]);
});

interface Job {
  readonly rules: readonly { readonly variables: { readonly CACHE_POLICY: string } }[];
  readonly cache: { readonly policy: string; readonly unprotect: boolean };
  readonly variables: Readonly<Record<string, string | number>>;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
}

/** The job of the component with inputs. */
function readJob(inputs: Readonly<Record<string, string>>): Job {
  const text = readFileSync(join(root, 'templates/cyclescope.yml'), 'utf8');
  const [{ spec }] = loadAll(text) as [{ spec: { inputs: Action['inputs'] } }];
  const [, jobs] = loadAll(
    text.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) =>
      String(inputs[name] ?? spec.inputs[name]?.default),
    ),
  ) as [unknown, Record<string, Job>];
  const [job] = Object.values(jobs);
  if (!job) throw new Error('the component has no job');
  return job;
}

test('jobs of merge requests read the cache that the default branch writes', () => {
  const { rules, cache } = readJob({});
  expect(rules.map(({ variables }) => variables.CACHE_POLICY)).toEqual(['pull', 'push']);
  expect(cache).toMatchObject({ policy: '$CACHE_POLICY', unprotect: true });
});

/** Runs the job of the component with inputs and with variables of a pipeline. */
async function runComponent(
  inputs: Readonly<Record<string, string>>,
  pipeline: Readonly<Record<string, string>>,
) {
  const job = readJob(inputs);
  const variables = Object.entries(job.variables).map(([name, value]) => [name, String(value)]);
  return runScript([...job.before_script, ...job.script].join('\n'), {
    ...(Object.fromEntries(variables) as Record<string, string>),
    CI_API_V4_URL: server.url,
    CI_PROJECT_ID: '5',
    ...pipeline,
  });
}

testInAll('the component does the same on GitLab', async () => {
  const { base } = makeRepository();
  const inputs = { source: 'work.c', bench: 'work', 'fail-on': 'regressed=1instr', bisect: 'true' };
  const pushed = await runComponent(inputs, { CI_COMMIT_BRANCH: 'main' });
  expect(pushed.code, pushed.err).toBe(0);
  const head = changeInBranch();
  const { code, err } = await runComponent(inputs, {
    CI_MERGE_REQUEST_IID: '3',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_COMMIT_SHA: head,
    GITLAB_TOKEN: 'secret',
  });
  expect(code, err).toBe(3);
  expect(server.calls.at(-1)).toBe('POST /projects/5/merge_requests/3/notes');
  expect(server.comments[1]?.body).toContain('Check the owner twice');
  expect(readFileSync(join(workspace.folder, 'cyclescope.md'), 'utf8')).toBe(
    server.comments[1]?.body,
  );
});
