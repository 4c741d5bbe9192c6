/** What an item stands for: a home, a target of it, a suite, or an operation. */
export interface ItemName {
  readonly home: string;
  readonly target?: string | undefined;
  readonly suite?: string | undefined;
  readonly op?: string | undefined;
}

/** An item's id: the same in every session, whatever the names hold. */
export function itemId({ home, target, suite, op }: ItemName): string {
  const parts = [home, target, suite, op].filter((part) => part !== undefined);
  return parts.map(encodeURIComponent).join('/');
}

/** What an id stands for. */
export function itemName(id: string): ItemName {
  const [home = '', target, suite, op] = id.split('/').map(decodeURIComponent);
  return { home, target, suite, op };
}

/** Whether an item is another one or contains it. */
export function covers(outer: ItemName, inner: ItemName): boolean {
  const keys = ['home', 'target', 'suite', 'op'] as const;
  return keys.every((key) => outer[key] === undefined || outer[key] === inner[key]);
}
