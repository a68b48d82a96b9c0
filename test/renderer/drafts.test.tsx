import './support/dom.ts';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDrafts } from '../../renderer/core/draft-store.ts';
import { type DraftHandle, useDraft } from '../../renderer/core/drafts.ts';
import { createHangar } from '../../renderer/core/create-hangar.ts';
import { HangarProvider } from '../../renderer/core/hangar.ts';

beforeEach(() => localStorage.clear());

/** The draft of a task in a window without a server. */
function editor(saved: object) {
  const hangar = createHangar(() => Promise.reject(new TypeError('away')), undefined, localStorage);
  const wrapper = ({ children }: { children: ReactNode }) => <HangarProvider value={hangar}>{children}</HangarProvider>;
  return renderHook((value: object) => useDraft('task:t', value), { wrapper, initialProps: saved });
}

/** The state of a draft in an editor. */
function face({ value, dirty, conflict }: DraftHandle<object>) {
  return { value, dirty, conflict };
}

describe('a draft', () => {
  test('is restored in the next window, and removed once it equals the saved value', () => {
    const first = editor({ name: 'a' });
    act(() => first.result.current.set({ name: 'b' }));
    const second = editor({ name: 'a' });
    const again = face(second.result.current);
    act(() => second.result.current.set({ name: 'a' }));
    expect([again, face(second.result.current), face(editor({ name: 'a' }).result.current)]).toEqual([
      { value: { name: 'b' }, dirty: true, conflict: false },
      { value: { name: 'a' }, dirty: false, conflict: false },
      { value: { name: 'a' }, dirty: false, conflict: false },
    ]);
  });

  test('shows the saved value while nothing was changed', () => {
    const { result, rerender } = editor({ name: 'a' });
    rerender({ name: 'theirs' });
    expect(face(result.current)).toEqual({ value: { name: 'theirs' }, dirty: false, conflict: false });
  });

  const endings = [
    ['keeping mine', 'keepMine', { value: { name: 'mine' }, dirty: true, conflict: false }],
    ['taking theirs', 'discard', { value: { name: 'theirs' }, dirty: false, conflict: false }],
  ] as const;

  test.each(endings)('reports a conflicting change, which %s resolves', (_, choice, settled) => {
    const { result, rerender } = editor({ name: 'a' });
    act(() => result.current.set({ name: 'mine' }));
    rerender({ name: 'theirs' });
    const conflict = face(result.current);
    act(() => result.current[choice]());
    expect([conflict, face(result.current)]).toEqual([
      { value: { name: 'mine' }, dirty: true, conflict: true },
      settled,
    ]);
  });

  test('is no conflict when the same change was made elsewhere', () => {
    const { result, rerender } = editor({ name: 'a' });
    act(() => result.current.set({ name: 'b' }));
    rerender({ name: 'b' });
    expect(result.current.conflict).toBe(false);
  });

  test('asks before closing only when the browser cannot store it', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    } as unknown as Storage;
    const unkept = [localStorage, full].map((storage) => {
      const drafts = createDrafts(storage);
      drafts.write('key', { a: 1 }, { a: 2 });
      return drafts.hasUnpersisted();
    });
    expect(unkept).toEqual([false, true]);
  });
});
