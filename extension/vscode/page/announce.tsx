import { signal } from '@preact/signals';

const announcement = signal('');

/** Has a screen reader announce a text once it is idle. */
export function announce(text: string): void {
  announcement.value = text;
}

/** The element that holds announcements; each view has one. */
export function Announcer() {
  return (
    <div role="status" class="visually-hidden">
      {announcement.value}
    </div>
  );
}
