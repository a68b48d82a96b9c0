import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useActiveCommands, commandFor, pressed, worksWhileTyping } from '../core/commands/commands.ts';
import { useHangar } from '../core/data/hangar.ts';

const SEQUENCE_TIMEOUT = 1000;

const OVERLAY = '[role="dialog"], [role="menu"]';

/** Runs commands by their shortcuts. Single keys are ignored in text fields, dialogs and menus. */
export function useShortcuts(): void {
  const commands = useActiveCommands();
  const singleKeys = useStore(useHangar().preferences, (state) => state.singleKeys);
  // A ref, so that a sequence survives a page that registers its commands in between.
  const before = useRef({ key: '', at: 0 });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const key = pressed(event);
      const hasModifier = worksWhileTyping(key);
      if (!hasModifier && (!singleKeys || isTyping(event.target) || isInOverlay(event.target))) return;
      // It closes an open dialog, even when the focused element in it is gone.
      if (key === 'Escape' && document.querySelector(OVERLAY) !== null) return;
      const first = event.timeStamp - before.current.at < SEQUENCE_TIMEOUT ? before.current.key : '';
      const command = commandFor(commands, first, key);
      before.current = { key: hasModifier ? '' : key, at: event.timeStamp };
      if (command === undefined) return;
      event.preventDefault();
      before.current = { key: '', at: 0 };
      command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands, singleKeys]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(OVERLAY) !== null;
}
