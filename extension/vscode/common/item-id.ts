/** The subject of an item: a home, a target of it, a suite, or an operation. */
export interface ItemName {
  readonly home: string;
  readonly target?: string | undefined;
  readonly suite?: string | undefined;
  readonly op?: string | undefined;
}

/** An item's id: the same in every session, whatever the names contain. */
export function itemId({ home, target, suite, op }: ItemName): string {
  const parts = [home, target, suite, op].filter((part) => part !== undefined);
  return parts.map(encodeURIComponent).join('/');
}

/** Parses an item's id. */
export function itemName(id: string): ItemName {
  const [home = '', target, suite, op] = id.split('/').map(decodeURIComponent);
  return { home, target, suite, op };
}

/** True if an item contains another one or is the same. */
export function includesItem(outer: ItemName, inner: ItemName): boolean {
  const keys = ['home', 'target', 'suite', 'op'] as const;
  return keys.every((key) => outer[key] === undefined || outer[key] === inner[key]);
}
