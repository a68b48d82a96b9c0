import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

const shown = createStore(() => ({ entity: '' }));

/** Names what is open within a place, for the document's title and the header: `Refund an order`. */
export function useEntityTitle(entity: string): void {
  useEffect(() => {
    shown.setState({ entity });
    return () => shown.setState({ entity: '' });
  }, [entity]);
}

/** The name of what is open within the place; '' when nothing is. */
export function useShownEntity(): string {
  return useStore(shown, (state) => state.entity);
}
