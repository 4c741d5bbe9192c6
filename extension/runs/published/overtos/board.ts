import type { PublishedSystem } from '../model';

/** The one board of the document, its caches and flash accelerators off. */
export const DISCO: PublishedSystem = {
  board: 'STM32F746G-DISCOVERY',
  core: 'Cortex-M7',
  coreHz: 216e6,
  os: 'Zephyr RTOS, zero-heap, worst-case timing',
  again: 'on the board: a Zephyr project with the agent in it, built for worst-case timing',
};

/** The callers' languages, as column ids and as the document writes them. */
export const LANGUAGES = [
  { id: 'c', printed: 'C', language: 'C' },
  { id: 'cpp', printed: 'CPP', language: 'C++' },
  { id: 'rust', printed: 'RUST', language: 'Rust' },
  { id: 'zig', printed: 'ZIG', language: 'Zig' },
] as const;

/** The languages compared with C. */
export const BINDINGS = LANGUAGES.filter(({ id }) => id !== 'c');

/** The document's own limit for noise, in per cent. */
export const NOISE = 10;

/** The kernel's own case, as named in the main table. */
export function nativeCase(name: string): string {
  return `native_zephyr/native_${name}`;
}

/** Our operation for one of the kernel's own cases; the suites are those of the wrapped ones. */
export function nativeOperation(name: string): string {
  const own = name.replace(nativeCase(''), '');
  const [, suite = '', op = ''] = /^(thread|queue|stream)_(.+)$/.exec(own) ?? ['', 'sync', own];
  return `native_${suite}/${op}`;
}
