import { useEffect } from 'react';
import { useHangar } from '../core/hangar.ts';

/** Asks before the window closes when something typed could not be kept as a draft; kept drafts need no question. */
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
