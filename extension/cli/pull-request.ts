import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { EngineError } from '../base';
import type { Context } from './context';

/** The comments of a pull or merge request, on the server that a job runs for. */
interface PullRequest {
  readonly name: string;
  /** Lists comments, a hundred a page, the first page being 1; creates one. */
  readonly comments: string;
  readonly buildCommentUrl: (id: number) => string;
  readonly editMethod: 'PATCH' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
}

type Environment = Context['environment'];

const event = v.object({ pull_request: v.object({ number: v.number() }) });
const comments = v.array(v.object({ id: v.number(), body: v.nullish(v.string(), '') }));
const PAGE = 100;

/** The environment that GitHub's runners make, apart from the token. */
async function onGitHub(environment: Environment): Promise<PullRequest | undefined> {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_TOKEN } = environment;
  if (!GITHUB_API_URL || !GITHUB_REPOSITORY || !GITHUB_EVENT_PATH) return undefined;
  const text = await readFile(GITHUB_EVENT_PATH, 'utf8').catch(() => 'null');
  const read = v.safeParse(event, JSON.parse(text));
  if (!read.success) return undefined;
  const { number } = read.output.pull_request;
  const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  return {
    name: `pull request ${number}`,
    comments: `${issues}/${number}/comments`,
    buildCommentUrl: (id) => `${issues}/comments/${id}`,
    editMethod: 'PATCH',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${requireToken(GITHUB_TOKEN, 'GITHUB_TOKEN')}`,
    },
  };
}

/** The environment that GitLab's runners make, apart from the token. */
function onGitLab(environment: Environment): PullRequest | undefined {
  const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = environment;
  if (!CI_API_V4_URL || !CI_PROJECT_ID || !CI_MERGE_REQUEST_IID) return undefined;
  const request = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}`;
  return {
    name: `merge request ${CI_MERGE_REQUEST_IID}`,
    comments: `${request}/notes`,
    buildCommentUrl: (id) => `${request}/notes/${id}`,
    editMethod: 'PUT',
    headers: { 'private-token': requireToken(GITLAB_TOKEN, 'GITLAB_TOKEN') },
  };
}

function requireToken(token: string | undefined, name: string): string {
  if (token) return token;
  throw new EngineError(
    'refused',
    `No comment can be written: ${name} is not set.`,
    'Give the job a token that may write comments, or omit --comment.',
  );
}

/**
 * Writes a comment on the pull request of this job, in place of an earlier one that begins with the same
 * line. Resolves to the name of the request.
 */
export async function writeComment(
  text: string,
  { environment, signal }: Pick<Context, 'environment' | 'signal'>,
): Promise<string> {
  const request = (await onGitHub(environment)) ?? onGitLab(environment);
  if (!request) {
    throw new EngineError(
      'refused',
      'No comment can be written: this is not a job of a pull request on GitHub or GitLab.',
      'Omit --comment outside of such jobs.',
    );
  }
  const call = (method: string, url: string, body?: string) =>
    fetchAnswer(request, { method, url, body, signal });
  const [marker = ''] = text.split('\n');
  const earlier = await findComment(marker, request, (url) => call('GET', url));
  const body = JSON.stringify({ body: text });
  if (earlier === undefined) await call('POST', request.comments, body);
  else await call(request.editMethod, request.buildCommentUrl(earlier), body);
  return request.name;
}

/** Finds the comment that begins with a line. */
async function findComment(
  marker: string,
  request: PullRequest,
  get: (url: string) => Promise<unknown>,
): Promise<number | undefined> {
  for (let page = 1; ; page += 1) {
    const answer = await get(`${request.comments}?per_page=${PAGE}&page=${page}`);
    const { success, output: listed } = v.safeParse(comments, answer);
    if (!success) {
      throw new EngineError(
        'refused',
        `The server's answer is not a list of the comments of ${request.name}.`,
        "Its address in the job's environment may be that of a proxy.",
      );
    }
    const found = listed.find(({ body }) => body.split('\n')[0]?.trimEnd() === marker);
    if (found || listed.length < PAGE) return found?.id;
  }
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

async function fetchAnswer(
  { name, headers }: PullRequest,
  { method, url, body, signal }: Call,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'cyclescope' },
    ...(body !== undefined && { body }),
    signal,
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new EngineError(
      'refused',
      `The comments of ${name} cannot be reached: ${why}.`,
      'Check that the job may reach that server.',
    );
  });
  if (answer.ok) return answer.json().catch(() => undefined);
  throw new EngineError(
    'refused',
    `The server refused ${method} on the comments of ${name} (${answer.status}).`,
    answer.status === 403 || answer.status === 401
      ? 'The token may not write comments, as in jobs of forks: the comment is also in the summary of the job.'
      : undefined,
  );
}
