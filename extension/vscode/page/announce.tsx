import { signal } from '@preact/signals';

const said = signal('');

/** Lets a screen reader say something once it is idle. */
export function announce(text: string): void {
  said.value = text;
}

/** Where announcements are spoken from; each view has one. */
export function Announcer() {
  return (
    <div role="status" class="visually-hidden">
      {said.value}
    </div>
  );
}
