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
