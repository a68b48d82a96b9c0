/** Decides what a request to quit the desktop application does. */
interface QuitRule {
  /** Call it when the person logs out, or the system restarts or shuts down. */
  readonly onSystemEnd: () => void;
  /** @returns `waits`: the system's quit is held until everything has stopped; `asks`: the person may stay to save typed text */
  readonly onQuit: () => { readonly waits: boolean; readonly asks: boolean };
}

/**
 * Returns the rule of a system. A quit waits, except the one with which macOS ends a session: holding that cancels the log-out, the
 * restart or the shut-down. Everything that was acknowledged is on disk then too. On Linux and Windows the end of a session is no quit.
 */
export function quitRule(platform: NodeJS.Platform = process.platform): QuitRule {
  let isSystemEnding = false;
  return {
    onSystemEnd: () => (isSystemEnding = true),
    onQuit: () => {
      const isHeld = !isSystemEnding || platform !== 'darwin';
      return { waits: isHeld, asks: !isSystemEnding };
    },
  };
}
