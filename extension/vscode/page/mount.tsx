import { signal } from '@preact/signals';
import { type ComponentChild, render } from 'preact';
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
  const place = document.getElementById('view');
  if (place === null) return;
  followTheme();
  place.replaceChildren();
  place.removeAttribute('aria-busy');
  render(
    <>
      {view}
      <Announcer />
    </>,
    place,
  );
}
