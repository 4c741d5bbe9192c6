import { expect } from 'vitest';
import { parseArguments } from '../../extension/cli/args';
import { runWords } from '../../extension/cli/commands/mcp';
import { newServer } from '../../extension/cli/commands/mcp/server';
import { runCommand } from '../../extension/cli/commands/run';
import { answers, type ToolWorkspace } from '../../extension/tools/answers';
import type { ToolCall } from '../../extension/tools/call';
import { tools } from '../../extension/tools/descriptions';
import { checkInput } from '../../extension/tools/input';
import { expectHarmless, fuzz, garbleJson, garbleText } from './fuzz';

const ANSWER = { text: '{}', isError: false };

/** Reads a call's input as tools do, and measures nothing. */
async function answer({ tool, input, signal, onProgress }: ToolCall) {
  const checked = checkInput(input, tool.members);
  if (typeof checked === 'string') return { text: checked, isError: true };
  onProgress('Measuring \u001b[2J');
  if (tool.name === 'run_benchmarks') {
    await answers.run_benchmarks(checked, { ...nowhere, signal, onProgress });
  }
  return ANSWER;
}

const nowhere: ToolWorkspace = {
  cwd: '',
  runsFolder: '',
  images: [],
  findTargets: () => Promise.resolve([]),
  requireAllowed: () => undefined,
  measure: (request) => {
    const { flags, values } = parseArguments(runCommand.spec, runWords(request));
    // No text of the client's becomes an option of its own.
    expect([...flags, ...values.keys()].filter((name) => /flash|halt/.test(name))).toEqual([]);
    return Promise.resolve({});
  },
};

/** Each request has one answer, on one line that a terminal may show. */
async function isAnswered(line: string): Promise<void> {
  const lines: string[] = [];
  await newServer({ version: '1', send: (each) => void lines.push(each), call: answer }).receive(
    line,
  );
  for (const each of lines) {
    expectHarmless(each);
    expect(each).not.toContain('\n');
  }
  const sent = lines.map((each) => JSON.parse(each) as Record<string, unknown>);
  expect(sent.filter((each) => !('method' in each)).length).toBeLessThanOrEqual(1);
}

const INPUTS: Readonly<Record<string, object>> = {
  list_benchmarks: { target: 'fake', page: 2 },
  run_benchmarks: { target: 'fake', operations: ['heap/*'], iterations: 10, trace: true },
  compare_runs: { before: 'latest~1', after: 'latest' },
  explain_slowest: { run: 'latest', operations: ['mutex'], samples: 2 },
  show_profile: { run: 'latest', operations: ['mutex'] },
  show_history: { target: 'fake', operations: ['mutex'] },
  show_report: { run: 'latest', page: 1 },
};
const request = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const messages = [
  request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} }),
  request('tools/list', {}),
  request('server/discover', {
    _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  }),
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  ...tools.map(({ name }) =>
    request('tools/call', { name, arguments: INPUTS[name] ?? {}, _meta: { progressToken: 'a' } }),
  ),
];

/** A text that can be read, and not written. */
const deep = JSON.stringify(
  request('tools/call', { name: 'list_targets', _meta: { progressToken: 'DEEP' } }),
).replace('"DEEP"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);

fuzz("a coding agent's messages", garbleJson(...messages), (message) =>
  isAnswered(JSON.stringify(message)),
);

fuzz(
  "a coding agent's messages, damaged as texts",
  garbleText(...messages.map((message) => JSON.stringify(message))),
  isAnswered,
  [deep],
);
