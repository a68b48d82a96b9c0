import { useEffect } from 'react';
import { useHangar } from '../core/hangar.ts';

/** Asks before closing the window if a draft could not be persisted. */
export function useClosingGuard(): void {
  const { drafts } = useHangar();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (drafts.hasUnpersisted()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [drafts]);
}
