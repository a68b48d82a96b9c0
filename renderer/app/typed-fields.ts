import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that tells if a visible field has been edited. */
export function useTypedFields(): () => boolean {
  const typed = useRef(new Set<Node>());
  const hasTypedFields = useCallback(() => {
    for (const field of typed.current) if (!field.isConnected) typed.current.delete(field);
    return typed.current.size > 0;
  }, []);
  useEffect(() => {
    const note = ({ target }: Event) => {
      hasTypedFields();
      if (target instanceof Node) typed.current.add(target);
    };
    document.addEventListener('input', note, true);
    return () => document.removeEventListener('input', note, true);
  }, [hasTypedFields]);
  return hasTypedFields;
}
