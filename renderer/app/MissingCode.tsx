import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useConnection } from '../core/data.ts';
import { useHangar } from '../core/hangar.ts';
import { missingCode, retryMissingCode } from '../ui/deferred-code.ts';
import classes from './Shell.module.css';
import { useTypedFields } from './typed-fields.ts';

/** Marks, in the session storage, a page that the window itself reloaded. */
const RELOADED = 'hangar.reloaded';

/**
 * Reloads the window when something on screen lacks its code although the server answers. Asks first when that could lose
 * what was typed, or when reloading has not helped.
 */
export function MissingCode() {
  const isMissing = useStore(missingCode, (state) => state.isMissing);
  const connection = useConnection();
  const [path] = useLocation();
  const mayReload = useMayReload();
  const [asks, setAsks] = useState(false);
  const isAnswered = connection === 'open' || connection === 'locked';
  useEffect(() => {
    if (!isMissing || !isAnswered) return;
    let isCurrent = true;
    void retryMissingCode().then((isStillMissing) => {
      if (!isCurrent || !isStillMissing) return;
      if (mayReload()) reload();
      else setAsks(true);
    });
    return () => {
      isCurrent = false;
      setAsks(false);
    };
  }, [isMissing, isAnswered, mayReload, path]);
  if (!asks) return null;
  return (
    <div role="alert" className={classes['lost']} data-tone="wait">
      <strong>A part of this window is missing.</strong> It could not be loaded while Hangar was away. Save what you
      typed, then reload.{' '}
      <Button size="compact-xs" onClick={reload}>
        Reload
      </Button>
    </div>
  );
}

/** Whether the window may reload by itself: nothing typed is lost, and it is not what it has just done in vain. */
function useMayReload(): () => boolean {
  const { drafts } = useHangar();
  const hasTypedFields = useTypedFields();
  const [isReloaded] = useState(takeMark);
  const connection = useConnection();
  const wasAway = useRef(false);
  useEffect(() => {
    if (connection === 'lost') wasAway.current = true;
  }, [connection]);
  return useCallback(
    () => !hasTypedFields() && !drafts.hasUnpersisted() && (!isReloaded || wasAway.current),
    [hasTypedFields, drafts, isReloaded],
  );
}

function takeMark(): boolean {
  const isMarked = sessionStorage.getItem(RELOADED) !== null;
  sessionStorage.removeItem(RELOADED);
  return isMarked;
}

function reload(): void {
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
}
