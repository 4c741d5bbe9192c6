/** Tells a server when to look at its target and when not. */
export interface Silence {
  /** No looks for so long; a later call replaces an earlier one, 0 ends it. */
  hush(milliseconds: number): void;
  /** The server found something just now. */
  heard(): void;
  /** About how often the server has looked in vain. */
  looks(): number;
  end(): void;
}

/** So many looks fit between a command and what it finds: that one's bytes are on their way, too. */
const LOOKS_ON_THE_WAY = 2;

/** A server looks once in that time where nothing delays it. */
const LOOK_MS = 1;

/** Keeps a server quiet by `quiet`, of which only one call is under way at a time. */
export function createSilence(
  quiet: ((on: boolean) => Promise<void>) | undefined,
  failed: (error: unknown) => void,
): Silence {
  let until = 0;
  let isQuiet = false;
  let isTelling = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
  let awakeSince = performance.now();
  let lookMs = LOOK_MS;

  const settle = async (): Promise<void> => {
    clearTimeout(timer);
    if (quiet === undefined || isTelling || isEnded) return;
    isTelling = true;
    for (let want = wanted(); want !== isQuiet && !isEnded; want = wanted()) {
      const told = performance.now();
      await quiet(want);
      count();
      // It begins to look by reading the target, and is as busy as this computer.
      if (!want) lookMs = Math.max(LOOK_MS, awakeSince - told);
      isQuiet = want;
    }
    isTelling = false;
    if (!isQuiet || isEnded) return;
    timer = setTimeout(begin, until - performance.now());
  };
  const wanted = () => performance.now() < until;
  const begin = () => void settle().catch(failed);
  const vainNow = () =>
    isQuiet
      ? 0
      : Math.max(0, Math.floor((performance.now() - awakeSince) / lookMs) - LOOKS_ON_THE_WAY);
  const count = () => {
    looks += vainNow();
    awakeSince = performance.now();
  };
  return {
    hush: (milliseconds) => {
      until = performance.now() + milliseconds;
      begin();
    },
    heard: count,
    looks: () => looks + vainNow(),
    end: () => {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
