/**
 * Focuses the first problem that matches a selector and scrolls it into the middle; opens the card that holds it. Retries
 * until it is rendered.
 */
export function focusProblem(selector: string, triesLeft = 40): void {
  setTimeout(() => {
    const found = document.querySelector<HTMLElement>(selector);
    const isClosed = found?.ariaExpanded === 'false';
    if (isClosed) found.click();
    if ((found === null || isClosed) && triesLeft > 0) focusProblem(selector, triesLeft - 1);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'center' });
  }, 50);
}

/** Focuses the first invalid field of a form that was not sent. */
export function focusInvalid(): void {
  focusProblem('form [aria-invalid="true"]');
}
