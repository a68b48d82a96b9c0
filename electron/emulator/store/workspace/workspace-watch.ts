import { statSync } from 'node:fs';
import { watch } from 'chokidar';

/** Editors write in several steps; what they do within this many milliseconds is one edit. */
const DEBOUNCE_MILLISECONDS = 50;
/** How often the file is looked at besides, in milliseconds: for what a watcher misses, such as a file that comes back. */
const POLL_INTERVAL = 500;

/** A file that is watched. */
export interface WorkspaceWatch {
  /** Calls once more soon: what was read was found by somebody else, and may have changed back unseen. */
  readonly recheck: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Calls after every change of a file, one that replaces it or takes it away too. The folder itself is not watched: the state
 * lies in the same one as a rule, and changes a thousand times a second.
 */
export function watchFile(file: string, onChange: () => void): WorkspaceWatch {
  let settling: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(settling);
    settling = setTimeout(onChange, DEBOUNCE_MILLISECONDS);
  };
  const watcher = watch(file, { ignoreInitial: true, ignorePermissionErrors: true });
  let seen = markOf(file);
  const looking = setInterval(() => {
    const [before, now] = [seen, markOf(file)];
    seen = now;
    if (now === before) return;
    // A watcher of a file that went away does not see the one that comes in its place.
    if (before === '' || before === UNKNOWN) watcher.unwatch(file).add(file);
    changed();
  }, POLL_INTERVAL);
  looking.unref();
  // What happened before it was ready, it did not see.
  watcher.on('all', changed).on('error', changed).on('ready', changed);
  return {
    recheck: () => (seen = UNKNOWN),
    close: async () => {
      clearTimeout(settling);
      clearInterval(looking);
      await watcher.close();
    },
  };
}

/** The mark of no version. */
const UNKNOWN = 'unknown';

/** Differs between any two versions of a file, as far as the system can tell; "" when it is not there. */
function markOf(file: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(file);
    return `${ino}/${mtimeMs}/${size}`;
  } catch {
    // Not there, or not to be looked at: reading it says which.
    return '';
  }
}
