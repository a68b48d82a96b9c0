let isDown = false;
const waiting: (() => void)[] = [];

/**
 * Runs a function now, or after the current click; functions run in the order of the calls. A layout change between press and
 * release would move the button away, and the click would be lost.
 */
export function afterPointer(act: () => void): void {
  if (isDown || waiting.length > 0) waiting.push(act);
  else act();
}

function release(): void {
  isDown = false;
  // The click event follows the release.
  setTimeout(() => waiting.splice(0).forEach((act) => act()));
}

// Capturing, so that no handler can stop them.
globalThis.addEventListener('pointerdown', () => (isDown = true), true);
globalThis.addEventListener('pointerup', release, true);
globalThis.addEventListener('pointercancel', release, true);
