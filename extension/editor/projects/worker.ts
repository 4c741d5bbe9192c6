import type * as vscode from 'vscode';
import type { CallOptions } from '../../core/rpc/rpc';
import type { ProjectCalls } from '../../workers/system/protocol';
import type { Environment } from '../settings/environment';
import { startWorker } from '../worker';

/** Asks the worker that looks at this computer about projects; it ends with the answer. */
export async function askProjects<K extends keyof ProjectCalls>(
  context: Pick<vscode.ExtensionContext, 'extensionUri'>,
  call: K,
  takes: ProjectCalls[K]['takes'],
  options: CallOptions<ProjectCalls[K]> = {},
  env: Environment = process.env,
): Promise<ProjectCalls[K]['gives']> {
  const worker = startWorker<ProjectCalls>(context, 'system', env);
  try {
    return await worker.client.call(call, takes, options);
  } finally {
    await worker.end();
  }
}
