import { effect, type Signal, signal } from '@preact/signals';
import { type ComponentChild, type ComponentType, render } from 'preact';
import * as v from 'valibot';
import { PROTOCOL_VERSION } from '../protocol';
import { followTheme } from './theme';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

/** A view's connection to the editor. */
export interface Bridge<From, State> {
  readonly post: (message: WithoutVersion<From>) => void;
  /** The state that the view kept when last loaded; undefined if it cannot be read. */
  readonly state: State | undefined;
  readonly keep: (state: State) => void;
  /** Reports to the editor that the view listens; only then does the editor send. */
  readonly ready: () => void;
}

/** Connects a view to the editor; messages that violate their schema are reported and dropped. */
export function connect<From, To, State>(options: {
  readonly receives: v.GenericSchema<unknown, To>;
  readonly keeps: v.GenericSchema<unknown, State>;
  readonly onMessage: (message: To) => void;
  readonly onMisfit: (problem: string) => void;
}): Bridge<From, State> {
  const { receives, keeps, onMessage, onMisfit } = options;
  const api = acquireVsCodeApi();
  const post = (message: object) => api.postMessage({ version: PROTOCOL_VERSION, ...message });
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const checked = v.safeParse(receives, data);
    if (checked.success) onMessage(checked.output);
    else onMisfit(checked.issues.map(({ message }) => message).join('; '));
  });
  const kept = v.safeParse(keeps, api.getState());
  return {
    post,
    state: kept.success ? kept.output : undefined,
    keep: (state) => api.setState(state),
    ready: () => post({ type: 'ready' }),
  };
}

const announcement = signal('');

/** Has a screen reader announce a text once it is idle. */
export function announce(text: string): void {
  announcement.value = text;
}

/** The element that holds announcements; each view has one. */
function Announcer() {
  return (
    <div role="status" class="visually-hidden">
      {announcement.value}
    </div>
  );
}

/** Replaces a view's outline by the view. */
export function mount(view: ComponentChild): void {
  const element = document.getElementById('view');
  if (element === null) return;
  followTheme();
  element.replaceChildren();
  element.removeAttribute('aria-busy');
  render(
    <>
      {view}
      <Announcer />
    </>,
    element,
  );
}

interface ViewParts<From, To, State> {
  readonly receives: v.GenericSchema<unknown, To>;
  readonly keeps: v.GenericSchema<unknown, State>;
  readonly receive: (message: To) => void;
  /** True once something is shown: a misfit does not invalidate it. */
  readonly isShown: () => boolean;
  readonly failure: Signal<{ readonly message: string } | undefined>;
  /** The state to keep over a reload; undefined until the view shows something. */
  readonly stateToKeep: () => State | undefined;
  /** Takes the kept state, before anything is shown. */
  readonly begin?: (bridge: Bridge<From, State>) => void;
  readonly App: ComponentType<{ readonly post: Bridge<From, State>['post'] }>;
}

/** Starts a view that shows one thing from its store: it is connected, keeps its state, and is mounted. */
export function startView<From, To, State>(parts: ViewParts<From, To, State>): void {
  const { receives, keeps, receive, isShown, failure, stateToKeep, begin, App } = parts;
  const bridge = connect<From, To, State>({
    receives,
    keeps,
    onMessage: receive,
    onMisfit: (message) => {
      if (!isShown()) failure.value = { message };
    },
  });
  begin?.(bridge);
  effect(() => {
    const state = stateToKeep();
    if (state !== undefined) bridge.keep(state);
  });
  mount(<App post={bridge.post} />);
  bridge.ready();
}
