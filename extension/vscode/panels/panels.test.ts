import * as v from 'valibot';
import type * as vscode from 'vscode';
import { describe, expect, it } from 'vitest';
import type { PageView } from '../contributions';
import { message, readyMessage } from '../protocol';
import { newPanels, type PanelEnd, type PanelSession } from './panels';

const view: PageView = { kind: 'panel', name: 'x', title: (t) => t('X'), outline: ['line'] };
const receives = v.variant('type', [readyMessage, message('said', { text: v.string() })]);
type Received = v.InferOutput<typeof receives>;

/** A panel as VS Code creates it, with the actions of the user and its page. */
function newPanel() {
  const done: (() => void)[] = [];
  const changed: (() => void)[] = [];
  const received: ((message: unknown) => void)[] = [];
  const posted: unknown[] = [];
  const panel = {
    title: '',
    visible: true,
    active: false,
    onDidDispose: (listener: () => void) => done.push(listener),
    onDidChangeViewState: (listener: () => void) => {
      changed.push(listener);
      return { dispose: () => undefined };
    },
    webview: {
      cspSource: '',
      asWebviewUri: String,
      postMessage: (each: unknown) => posted.push(each),
      onDidReceiveMessage: (listener: (message: unknown) => void) => {
        received.push(listener);
        return { dispose: () => received.splice(0) };
      },
    },
  };
  return {
    panel: panel as unknown as vscode.WebviewPanel,
    posted,
    activate: (active: boolean) => {
      Object.assign(panel, { active, visible: active });
      for (const listener of changed) listener();
    },
    send: (each: object) => received.forEach((listener) => listener({ version: 1, ...each })),
    close: () => done.forEach((listener) => listener()),
  };
}

function open() {
  const log: string[] = [];
  const homeIds = new Map<vscode.WebviewPanel, () => string | undefined>();
  const means = {
    context: { extensionUri: '/' },
    log: { warn: () => log.push('warned') },
    homes: { follow: homeIds.set.bind(homeIds) },
  };
  const panels = newPanels<object, Received>(means as never, view, receives);
  const ends = new Map<string, PanelEnd<object, Received>>();
  const content = (key: string, name: string) => ({
    key,
    home: `home of ${name}`,
    open: (end: PanelEnd<object, Received>): PanelSession<Received> => {
      ends.set(name, end);
      return {
        receive: ({ type }) => log.push(`${name} ${type}`),
        onHide: () => log.push(`${name} hidden`),
        dispose: () => log.push(`${name} closed`),
      };
    },
  });
  const show = (key: string, name: string) => {
    const made = newPanel();
    panels.fill(made.panel, content(key, name));
    return made;
  };
  const find = (key: string) => panels.use(key, ({ receive }) => receive(ready));
  const getHome = ({ panel }: ReturnType<typeof newPanel>) => homeIds.get(panel)?.();
  return { log, ends, content, show, find, getHome };
}

const ready: Received = { version: 1, type: 'ready' };

describe('the panels of a view', () => {
  it('are reused by their last activity, and created if there is none yet', () => {
    const { log, show, find } = open();
    find('x');
    show('y', 'other');
    const left = show('x', 'left');
    const right = show('x', 'right');
    find('x');
    left.activate(true);
    find('x');
    left.close();
    find('x');
    right.close();
    expect(log).toEqual([
      'left ready',
      'right ready',
      'left ready',
      'left closed',
      'right ready',
      'right closed',
    ]);
  });

  it('pass messages to their session, except those that their page may not send', () => {
    const { log, show, ends } = open();
    const { send, posted, activate, panel } = show('x', 'one');
    send({ type: 'said', text: 'a' });
    send({ type: 'said' });
    activate(false);
    ends.get('one')?.post({ type: 'answer' });
    ends.get('one')?.setTitle('One');
    expect(log).toEqual(['one said', 'warned', 'one hidden']);
    expect(posted).toEqual([{ version: 1, type: 'answer' }]);
    expect(panel.title).toBe('One');
  });

  it('show something else if their session wants that, and are found by it', () => {
    const { log, show, ends, content, find, getHome } = open();
    const shown = show('x', 'running');
    const { send, close } = shown;
    expect(getHome(shown)).toBe('home of running');
    ends.get('running')?.replace(content('y', 'kept'));
    expect(getHome(shown)).toBe('home of kept');
    send({ type: 'ready' });
    ends.get('kept')?.setKey('z');
    find('z');
    close();
    expect(log).toEqual([
      'running closed',
      'kept ready',
      'kept ready',
      'kept ready',
      'kept closed',
    ]);
  });
});
