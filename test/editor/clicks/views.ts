import { pageViews } from '../../../extension/vscode/features/views';
import type { Session } from './session';

type Open = (session: Session) => Promise<void>;

async function importOpener(name: string): Promise<Open> {
  const { open } = await import(`../../../extension/vscode/features/${name}/testing.ts`);
  return open as Open;
}

/** Functions that open each view, by its name; from `testing.ts` in the view's folder. */
export const views: Readonly<Record<string, Open>> = Object.fromEntries(
  await Promise.all(pageViews.map(async ({ name }) => [name, await importOpener(name)] as const)),
);
