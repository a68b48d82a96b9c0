import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useActiveCommands } from '../core/commands.ts';
import { useHangar } from '../core/hangar.ts';
import { commandFor, pressed, worksWhileTyping } from '../core/shortcuts.ts';

const SEQUENCE_WITHIN = 1000;

/** Runs commands by their shortcuts, wherever the focus is but in text fields and dialogs. */
export function useShortcuts(): void {
  const commands = useActiveCommands();
  const singleKeys = useStore(useHangar().preferences, (state) => state.singleKeys);
  // Outlives a change of the commands: pages that come while somebody types a sequence bring theirs.
  const before = useRef({ key: '', at: 0 });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const key = pressed(event);
      const isCarrying = worksWhileTyping(key);
      if (!isCarrying && (!singleKeys || isTyping(event.target) || isInDialog(event.target))) return;
      const first = event.timeStamp - before.current.at < SEQUENCE_WITHIN ? before.current.key : '';
      const command = commandFor(commands, first, key);
      before.current = { key: isCarrying ? '' : key, at: event.timeStamp };
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

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"]') !== null;
}
