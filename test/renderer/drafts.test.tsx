import './support/dom.ts';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDrafts } from '../../renderer/core/stores/draft-store.ts';
import { type DraftHandle, useDraft } from '../../renderer/core/drafts/drafts.ts';
import { createHangar } from '../../renderer/core/data/create-hangar.ts';
import { HangarProvider } from '../../renderer/core/data/hangar.ts';
import { render } from './support/render.ts';

beforeEach(() => localStorage.clear());

/** The draft of a task in a window without a server, and its saved value, which changes elsewhere. */
function editor(saved: object) {
  const hangar = createHangar(() => Promise.reject(new TypeError('away')), undefined, localStorage);
  let draft: DraftHandle<object>;
  function Editor({ value }: { value: object }) {
    draft = useDraft('task:t', value);
    return null;
  }
  const editorOf = (value: object) => (
    <HangarProvider value={hangar}>
      <Editor value={value} />
    </HangarProvider>
  );
  const { rerender, unmount } = render(editorOf(saved));
  onTestFinished(unmount);
  return {
    draft: () => draft,
    change: (use: (draft: DraftHandle<object>) => void) => flushSync(() => use(draft)),
    saveElsewhere: (value: object) => rerender(editorOf(value)),
  };
}

/** The state of a draft in an editor. */
function face({ value, dirty, conflict }: DraftHandle<object>) {
  return { value, dirty, conflict };
}

describe('a draft', () => {
  test('is restored in the next window, and removed once it equals the saved value', () => {
    const first = editor({ name: 'a' });
    first.change((draft) => draft.set({ name: 'b' }));
    const second = editor({ name: 'a' });
    const again = face(second.draft());
    second.change((draft) => draft.set({ name: 'a' }));
    expect([again, face(second.draft()), face(editor({ name: 'a' }).draft())]).toEqual([
      { value: { name: 'b' }, dirty: true, conflict: false },
      { value: { name: 'a' }, dirty: false, conflict: false },
      { value: { name: 'a' }, dirty: false, conflict: false },
    ]);
  });

  const endings = [
    ['keeping mine', 'keepMine', { value: { name: 'mine' }, dirty: true, conflict: false }],
    ['taking theirs', 'discard', { value: { name: 'theirs' }, dirty: false, conflict: false }],
  ] as const;

  test.each(endings)('reports a conflicting change, which %s resolves', (_, choice, settled) => {
    const { draft, change, saveElsewhere } = editor({ name: 'a' });
    change(({ set }) => set({ name: 'mine' }));
    saveElsewhere({ name: 'theirs' });
    const conflict = face(draft());
    change((now) => now[choice]());
    expect([conflict, face(draft())]).toEqual([{ value: { name: 'mine' }, dirty: true, conflict: true }, settled]);
  });

  test('is no conflict when the same change was made elsewhere', () => {
    const { draft, change, saveElsewhere } = editor({ name: 'a' });
    change(({ set }) => set({ name: 'b' }));
    saveElsewhere({ name: 'b' });
    expect(draft().conflict).toBe(false);
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
