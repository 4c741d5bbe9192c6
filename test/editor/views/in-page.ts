/// <reference lib="dom" />
import type { RunOptions } from 'axe-core';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly target: readonly string[] }[];
  }[];
}

/** A theme as VS Code describes it to a webview. */
export interface Theme {
  readonly classes: string;
  readonly kind: string;
  readonly theme: string;
  readonly variables: Record<string, string>;
}

declare global {
  interface Window {
    cyclescopeTest: { send: (text: string) => void; state: unknown };
    cyclescopePosted: (message: unknown) => void;
    axe: { run: (options: RunOptions) => Promise<AxeResult> };
  }
}

/** The part of VS Code that a view sees; runs in the page. */
export function fakeEditor(state: unknown): void {
  const prefix = 'base64 buffer:';
  const decode = (text: string): unknown =>
    JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(prefix)
        ? Uint8Array.from(atob(value.slice(prefix.length)), (c) => c.charCodeAt(0)).buffer
        : value,
    );
  const test = {
    state,
    send: (text: string) => void window.postMessage(decode(text), '*'),
  };
  Object.assign(window, {
    cyclescopeTest: test,
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => window.cyclescopePosted(message),
      getState: () => test.state,
      setState: (next: unknown) => (test.state = next),
    }),
  });
}

/** Gives the page a theme as VS Code gives it to a webview; runs in the page. */
export function applyTheme(theme: Theme): void {
  const { style } = document.documentElement;
  style.cssText = '';
  for (const [name, value] of Object.entries(theme.variables)) style.setProperty(name, value);
  const own = [...document.body.classList].filter((name) => name.startsWith('view-'));
  document.body.className = [...own, ...theme.classes.split(' ')].join(' ');
  document.body.dataset['vscodeThemeKind'] = theme.kind;
  document.body.dataset['vscodeThemeId'] = theme.theme;
}
