import { capitalized } from '../../../shared/values/messages.ts';
import { hideRefusal, notifyRefusal, useAction } from '../../core/data/action.ts';
import { isAt, useNavigate } from '../../core/page/page.ts';
import { type JsonObject, jsonOf, type JsonPath } from '../../../shared/values/json.ts';
import { pathInWords, type Problem } from '../context/problem.ts';
import type { Editing, EditingOptions } from './use-editing.ts';
import type { RenamePlan } from '../renaming/rename-plan.ts';
import { confirmReferenceUpdates, useReferenceUpdates } from '../renaming/use-reference-updates.ts';

/** The key of a definition's draft. */
export function draftKey(noun: string, id: string | undefined): string {
  return `${noun}:${id ?? 'new'}`;
}

/** The label of the field at a path; undefined to use the names in the path. */
export type FieldLabel = (path: JsonPath, value: JsonObject) => string | undefined;

interface SavingOptions<Item extends { readonly id: string }>
  extends
    Pick<EditingOptions<Item>, 'kind' | 'item' | 'hrefOf' | 'onCreated' | 'onProblems'>,
    Omit<Editing<Item>, 'save' | 'saving'> {
  /** The references that saving renames; undefined for none. */
  readonly plan: RenamePlan | undefined;
}

/** Saves a definition. Refuses while it has errors. Changes made during the request stay unsaved. */
export function useSaving<Item extends { readonly id: string }>(options: SavingOptions<Item>) {
  const { kind, item, draft, authoring, store, value, plan } = options;
  const navigate = useNavigate();
  const ownKey = draftKey(kind.noun, item?.id);
  const saveFollowed = useReferenceUpdates({ collection: kind.collection, item, store, draftKey: ownKey });
  const action = useAction(async (done: (saved: Item) => void, followed?: RenamePlan) => {
    const sent = draft.value;
    const complete = kind.beforeSave?.(value) ?? value;
    const saveAlone = () => (item === undefined ? store.create(complete) : store.replace(item.id, complete));
    const saved = (followed && (await saveFollowed(followed, sent))) ?? (await saveAlone());
    const isStillHere = item === undefined && isAt(`${kind.path}/new`);
    if (isStillHere) options.onCreated(saved.id);
    draft.settle(sent, jsonOf(saved), draftKey(kind.noun, saved.id));
    // In the same turn, so that no blank editor appears in between.
    if (isStillHere) navigate(options.hrefOf(saved.id), { replace: true });
    done(saved);
  });
  const save = async (): Promise<Item | undefined> => {
    // The shortcut comes here also while the button is disabled.
    if (action.busy) return undefined;
    hideRefusal();
    const errors = options.problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) {
      authoring.showAll();
      // First, since it may go to another tab.
      options.onProblems(errors);
      notifyRefusal(refusalText(errors, (path) => kind.fieldLabel?.(path, value)));
      return undefined;
    }
    if (draft.conflict) {
      notifyRefusal('Not saved, because it was changed elsewhere. Keep your version or take theirs first.');
      return undefined;
    }
    if (item !== undefined && !draft.dirty) return item;
    const choice = plan === undefined || plan.count === 0 ? 'instead' : await confirmReferenceUpdates(plan);
    if (choice === 'cancel') return undefined;
    let result: Item | undefined;
    await action.run((saved) => (result = saved), choice === 'action' ? plan : undefined);
    return result;
  };
  return { save, saving: action.busy };
}

/** The first error with its field, such as `Parameters 2 › slug: is required`. */
function refusalText([first, ...others]: readonly Problem[], nameOf: (path: JsonPath) => string | undefined): string {
  const path = first?.path ?? [];
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `Not saved yet — ${nameOf(path) ?? capitalized(pathInWords(path))}: ${first?.text ?? ''}${more}`;
}
