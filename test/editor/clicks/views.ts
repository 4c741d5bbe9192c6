import { pageViews } from '../../../extension/vscode/features/views';
import type { Session } from './session';

type Open = (session: Session) => Promise<void>;

async function openerOf(name: string): Promise<Open> {
  const { open } = await import(`../../../extension/vscode/features/${name}/testing.ts`);
  return open as Open;
}

/** How each view is opened, by its name; the view's folder says it in `testing.ts`. */
export const views: Readonly<Record<string, Open>> = Object.fromEntries(
  await Promise.all(pageViews.map(async ({ name }) => [name, await openerOf(name)] as const)),
);
