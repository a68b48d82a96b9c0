import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

const shown = createStore(() => ({ entity: '' }));

/** Names the open item of the page, such as `Refund an order`, for the document's title and the header. */
export function useEntityTitle(entity: string): void {
  useEffect(() => {
    shown.setState({ entity: stripBidiControls(entity) });
    return () => shown.setState({ entity: '' });
  }, [entity]);
}

/** The name of the open item; '' for none. */
export function useShownEntity(): string {
  return useStore(shown, (state) => state.entity);
}
