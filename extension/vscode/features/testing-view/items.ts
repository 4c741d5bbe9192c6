import * as vscode from 'vscode';
import type { ItemNode } from './nodes';

/** Tag of items that can be measured. */
export const runnableTag = new vscode.TestTag('cyclescope.runnable');

/** Finds an item's declaration from its `file:line`; undefined for items without one. */
export type Locate = (node: ItemNode) => Promise<vscode.Location | undefined>;

/** Shows nodes in a collection; items that stay keep their results. */
export async function showNodes(
  controller: vscode.TestController,
  items: vscode.TestItemCollection,
  nodes: readonly ItemNode[],
  locate: Locate,
): Promise<void> {
  const ids = new Set(nodes.map(({ id }) => id));
  for (const [id] of [...items]) if (!ids.has(id)) items.delete(id);
  for (const node of nodes) {
    const item = itemFor(controller, items, node, await locate(node));
    if (node.children) await showNodes(controller, item.children, node.children, locate);
  }
}

/** Reuses the existing item unless its location has changed, which cannot be updated. */
function itemFor(
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
