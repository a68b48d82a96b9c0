import { useAction } from '../../core/data/action.ts';
import { isAt, useNavigate } from '../../core/page/page.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { hideOffers } from '../../ui/layout/notices.ts';
import { offerUndo } from '../../ui/layout/confirm.tsx';
import { useDefinitions } from '../context/workspace-definitions.ts';
import { type JsonObject, jsonOf } from '../../../shared/values/json.ts';
import type { EditedKind, Editing } from './use-editing.ts';

interface ItemActionsOptions<Item extends { readonly id: string }> {
  readonly kind: EditedKind<Item>;
  /** The saved item; undefined for a new one. */
  readonly item: Item | undefined;
  readonly editing: Editing<Item>;
  /** The query of the list beside it; '' for none. */
  readonly query?: string;
}

/** Properties of the actions of an editor; duplicating and deleting can be undone. */
export function useItemActions<Item extends { readonly id: string }>(options: ItemActionsOptions<Item>) {
  const { kind, item, editing, query = '' } = options;
  const { store, save, draft } = editing;
  const navigate = useNavigate();
  const goTo = (id = '') => navigate(`${kind.path}${id === '' ? '' : `/${id}`}${query}`);
  /** Goes to an item, or the list, unless the user has gone elsewhere during the request. */
  const goOnTo = (id = '') => isAt(kind.path) && goTo(id);
  const nameOf = (one: Item) => kind.titleOf(jsonOf(one));
  const copy = useAction(async (original: Item, copied: CopyOf<Item>) => {
    const { id: _, source: __, ...fields } = copied(jsonOf(original), store.items);
    const made = await store.create(fields);
    goOnTo(made.id);
    offerUndo(`Duplicated as ${nameOf(made)}`, () => void undoCopy.run(made.id));
  });
  const undoCopy = useAction(async (id: string) => {
    await store.remove(id);
    goOnTo();
  });
  const removal = useRemoval(kind, store, { goTo, goOnTo });
  const { copyOf } = kind;
  // Saves first, and copies the saved item.
  const currentItem = async () => (draft.dirty ? save() : item);
  return {
    ...{ noun: kind.noun, group: kind.name, editing, id: item?.id },
    onDuplicate:
      copyOf && (() => void currentItem().then((original) => original !== undefined && copy.run(original, copyOf))),
    onDelete: () => {
      if (item !== undefined) void removal.run(item);
    },
  };
}

type CopyOf<Item> = (value: JsonObject, items: readonly Item[]) => JsonObject;

const noImpact = () => () => Promise.resolve<readonly string[]>([]);

/** The action that deletes an item at once, because it can be undone, and then says what it affects. */
function useRemoval<Item extends { readonly id: string }>(
  { useDeletionImpact = noImpact, titleOf }: EditedKind<Item>,
  store: Editing<Item>['store'],
  { goTo, goOnTo }: { goTo: (id: string) => void; goOnTo: () => void },
) {
  const deletionImpact = useDeletionImpact();
  const definitions = useDefinitions();
  const undoable = useUndoable();
  return useAction(async (gone: Item) => {
    const notes = await deletionImpact(gone, definitions);
    const remove = async () => {
      await store.remove(gone.id);
      hideOffers();
      goOnTo();
    };
    // Unsaved changes stay stored and return with it.
    await undoable(`${titleOf(jsonOf(gone))} deleted`, remove, { notes, onUndone: () => goTo(gone.id) });
  });
}
