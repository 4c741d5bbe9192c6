import { EngineError, type Port, serve, type Served } from '../../base';
import { readRun } from '../../engine';
import { findTarget } from '../../targets';
import { callTool, refuseTarget, runJson, tools } from '../../tools';
import type { MeasuredRun, ToolCalls } from './protocol';

async function buildDocument(run: MeasuredRun | undefined): Promise<object> {
  if (!run) throw new EngineError('refused', 'Nothing was measured.');
  const { folder, failure } = run;
  return runJson({ folder, record: await readRun(run) }, failure);
}

export const toolCalls: Served<ToolCalls> = {
  answer: async (call, { signal }) => {
    const {
      tool: name,
      input,
      targets: values,
      allowed,
      howToAllow,
      measured,
      ...surroundings
    } = call;
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool "${name}".`);
    const targets = values
      .map((value) => findTarget(value))
      .flatMap((found) => ('target' in found ? found.target : []));
    const workspace = {
      ...surroundings,
      findTargets: () => Promise.resolve(targets),
      requireAllowed: (id: string) => refuseTarget(id, targets, new Set(allowed), howToAllow),
      measure: () => buildDocument(measured),
    };
    return callTool({ tool, input, signal, onProgress: () => undefined }, workspace);
  },
};

/** Serves coding agents' calls on a port. */
export function serveTools(port: Port): void {
  serve<ToolCalls>(port, toolCalls);
}
