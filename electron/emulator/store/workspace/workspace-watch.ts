import { statSync } from 'node:fs';
import { watch } from 'chokidar';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../timers/timers.ts';

/** Debounce of changes in milliseconds: editors write in several steps. */
const DEBOUNCE_MILLISECONDS = 50;
/** Polling interval in milliseconds, for changes that the watcher misses, such as a file that is created again. */
const POLL_INTERVAL = 500;

/** A watched file. */
export interface WorkspaceWatch {
  /** Reports a change again soon, since the file may have changed back unnoticed after it was read. */
  readonly recheck: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Reports every change of a file, including replacement and removal. The folder itself is not watched: it usually also
 * holds the state, which changes a thousand times a second.
 */
export function watchFile(file: string, onChange: () => void): WorkspaceWatch {
  let debounce: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(debounce);
    debounce = setTimeout(onChange, DEBOUNCE_MILLISECONDS);
  };
  const watcher = watch(file, { ignoreInitial: true, ignorePermissionErrors: true });
  let seen = markOf(file);
  const poll = setInterval(() => {
    const [before, now] = [seen, markOf(file)];
    seen = now;
    if (now === before) return;
    // After a file was removed, its watcher does not see the new one.
    if (before === '' || before === UNKNOWN) watcher.unwatch(file).add(file);
    changed();
  }, POLL_INTERVAL);
  poll.unref();
  // Changes before the watcher was ready were not seen.
  watcher.on('all', changed).on('error', changed).on('ready', changed);
  return {
    recheck: () => (seen = UNKNOWN),
    close: async () => {
      clearTimeout(debounce);
      clearInterval(poll);
      await watcher.close();
    },
  };
}

/** Mark for an unknown version. */
const UNKNOWN = 'unknown';

/** Version mark of a file, from its stat data; "" when it does not exist. */
function markOf(file: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(file);
    return `${ino}/${mtimeMs}/${size}`;
  } catch {
    // Missing or inaccessible: reading it reports which.
    return '';
  }
}
