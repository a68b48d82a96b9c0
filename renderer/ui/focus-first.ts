import { type RefObject, useEffect } from 'react';

const FIELD =
  ':is(input:not([type="hidden"], [type="file"], [hidden]), select, textarea, [contenteditable="true"]):not(:disabled)';

interface FocusOptions {
  /** What has it where there is no field. */
  readonly otherwise?: RefObject<HTMLElement | null>;
  /** False for what was there already; true when left out. */
  readonly wanted?: boolean;
}

/** Puts the focus on the first field of a place as soon as it appears. A dialog that opens with it agrees. */
export function useFocusFirst(
  place: RefObject<HTMLElement | null>,
  { otherwise, wanted = true }: FocusOptions = {},
): void {
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>(FIELD) ?? otherwise?.current ?? undefined;
    if (!wanted || first === undefined) return;
    // Mantine's dialogs look for this mark a moment after they have opened.
    first.dataset['autofocus'] = 'true';
    first.focus();
  }, [place, otherwise, wanted]);
}
