let isDown = false;
const waiting: (() => void)[] = [];

/**
 * Does something now, or after the click that is under way: what appears when a field loses the focus would else move
 * the button away from under the pointer between press and release, and the click would be lost.
 */
export function afterPointer(act: () => void): void {
  if (isDown) waiting.push(act);
  else act();
}

function release(): void {
  isDown = false;
  // The click comes after the release.
  setTimeout(() => waiting.splice(0).forEach((act) => act()));
}

// Capturing, so that no handler on the way can hide these.
globalThis.addEventListener('pointerdown', () => (isDown = true), true);
globalThis.addEventListener('pointerup', release, true);
globalThis.addEventListener('pointercancel', release, true);
