import type * as vscode from 'vscode';
import type { CallOptions } from '../../../base';
import type { ProjectCalls } from '../../../workers';
import { startWorker } from '../../common';
import type { Environment } from '../../services/settings';

/** Sends a request about projects to a system worker, which ends after the answer. */
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
