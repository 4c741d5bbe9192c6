import * as vscode from 'vscode';
import type { ItemNode } from './nodes';

/** Items with this tag can be measured. */
export const runnableTag = new vscode.TestTag('cyclescope.runnable');

/** Where an item's benchmark is declared, by `file:line`; nothing for items without a place. */
export type Locate = (node: ItemNode) => Promise<vscode.Location | undefined>;

/** Makes a collection show some nodes; items that stay keep their results. */
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

/** The item that is there already, unless its place has changed: that alone is fixed for good. */
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

/** The item of an id, wherever it stands. */
export function findItem(
  items: vscode.TestItemCollection,
  id: string,
): vscode.TestItem | undefined {
  for (const [each, item] of items) {
    if (each === id) return item;
    const isAbove = id.startsWith(`${each}/`);
    const found = isAbove ? findItem(item.children, id) : undefined;
    if (found) return found;
  }
  return undefined;
}
