import * as vscode from 'vscode';
import type { ItemNode } from './nodes';

/** Tag of items that can be measured. */
export const runnableTag = new vscode.TestTag('cyclescope.runnable');

/** Finds an item's declaration from its `file:line`; undefined for items without one. */
export type Locate = (node: ItemNode) => Promise<vscode.Location | undefined>;

/** Shows nodes below a controller, all at once; items that stay keep their results. */
export async function showNodes(
  controller: vscode.TestController,
  nodes: readonly ItemNode[],
  locate: Locate,
): Promise<void> {
  const located = withBelow(nodes).map(async (node) => [node.id, await locate(node)] as const);
  const locations = new Map(await Promise.all(located));
  const put = (into: vscode.TestItemCollection, shown: readonly ItemNode[]) => {
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id] of [...into]) if (!ids.has(id)) into.delete(id);
    for (const node of shown) {
      const item = ensureItem(controller, into, node, locations.get(node.id));
      if (node.children) put(item.children, node.children);
    }
  };
  put(controller.items, nodes);
}

const withBelow = (nodes: readonly ItemNode[]): readonly ItemNode[] =>
  nodes.flatMap((node) => [node, ...withBelow(node.children ?? [])]);

/** Reuses the existing item unless its location has changed, which cannot be updated. */
function ensureItem(
  controller: vscode.TestController,
  items: vscode.TestItemCollection,
  node: ItemNode,
  location: vscode.Location | undefined,
): vscode.TestItem {
  const known = items.get(node.id);
  const isSamePlace = known?.uri?.toString() === location?.uri.toString();
  const item =
    known && isSamePlace ? known : controller.createTestItem(node.id, node.label, location?.uri);
  item.label = node.label;
  item.sortText = node.sortText;
  item.range = location?.range;
  item.tags = node.isRunnable ? [runnableTag] : [];
  item.canResolveChildren = node.isLazy;
  if (node.description !== undefined) item.description = node.description;
  if (item !== known) items.add(item);
  return item;
}

/** Finds an item by id, at any depth: a variant of a family is below it. */
export function findItem(
  items: vscode.TestItemCollection,
  id: string,
): vscode.TestItem | undefined {
  const known = items.get(id);
  if (known) return known;
  for (const [, item] of items) {
    const found = findItem(item.children, id);
    if (found) return found;
  }
  return undefined;
}
