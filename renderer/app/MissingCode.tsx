import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useConnection, useHangar } from '../core/data/hangar.ts';
import { missingCode, retryMissingCode } from '../ui/deferred-code.ts';
import classes from './Shell.module.css';

/** Key of the session storage that marks an automatic reload. */
const RELOADED = 'hangar.reloaded';

/**
 * Reloads the window when code of a visible component is missing although the server is available. Asks first if input
 * could be lost, or if a reload has not helped.
 */
export function MissingCode() {
  const isMissing = useStore(missingCode, (state) => state.isMissing);
  const connection = useConnection();
  const [path] = useLocation();
  const mayReload = useMayReload();
  const [isAsking, setAsking] = useState(false);
  const isAvailable = connection === 'open' || connection === 'locked';
  useEffect(() => {
    if (!isMissing || !isAvailable) return;
    let isCurrent = true;
    void stillMissing().then((isStillMissing) => {
      if (!isCurrent || !isStillMissing) return;
      if (mayReload()) reload();
      else setAsking(true);
    });
    return () => {
      isCurrent = false;
      setAsking(false);
    };
  }, [isMissing, isAvailable, mayReload, path]);
  if (!isAsking) return null;
  return (
    <div role="alert" className={classes['notice']} data-tone="wait">
      <strong>Part of this window did not load.</strong> Save your input, then reload.{' '}
      <Button size="compact-xs" onClick={reload}>
        Reload
      </Button>
    </div>
  );
}

/**
 * Resolves to true when code is still missing although the server answers. A connection that has just dropped still counts
 * as open; a reload would then end on an error page of the browser.
 */
async function stillMissing(): Promise<boolean> {
  if (!(await retryMissingCode())) return false;
  return fetch('/_emulator/ready').then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns a function that is true when the window may reload without asking: no input is lost, and no reload has just failed. */
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

/** Returns a function that is true when a visible field has been edited. */
function useTypedFields(): () => boolean {
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
