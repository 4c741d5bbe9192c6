import type { TestProject } from 'vitest/node';
import { stageExtension } from '../../../scripts/editor/extensions.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the extension that the click scripts use. */
    readonly extension: string;
  }
}

/** Called once before all click scripts: they use the extension as its package holds it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { folder, remove } = await stageExtension();
  project.provide('extension', folder);
  return remove;
}
