import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../action.ts';
import { useCommands } from '../commands.ts';
import { DraftBar } from '../DraftBar.tsx';
import { useEntityTitle } from '../page.ts';
import { nextID } from '../record-store.ts';
import { openRunDialog } from '../run/run-dialog-store.ts';
import { shortcutText } from '../shortcuts.ts';
import { useNavigate } from '../url.ts';
import { confirm, offerUndo } from '../../ui/confirm.tsx';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AuthoringProvider, useEditor } from './authoring.ts';
import classes from './authoring.module.css';
import type { DefinitionWorld } from './world.ts';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { jsonOf, textOf } from './json-path.ts';
import { freeSlug } from './slug.ts';
import { TryIt } from './TryIt.tsx';
import { Chip } from './TemplateText.tsx';
import { tabUrl, useDefinitionEditor } from './use-definition-editor.ts';
import type { Editing } from './use-editing.ts';

interface DefinitionEditorProps<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  /** What is saved; undefined for a new one. */
  readonly item: Item | undefined;
  readonly world: DefinitionWorld;
  /** '' for the first one. */
  readonly tab: string;
}

/** The editor of one definition: its tabs, and at the side the form that it makes, ready to run. */
export function DefinitionEditor<Item extends DefinitionItem>(props: DefinitionEditorProps<Item>) {
  const { kind, item, world, tab } = props;
  const editing = useDefinitionEditor(props);
  const { draft, authoring } = editing;
  const current = kind.tabs.find(({ slug }) => slug === tab) ?? kind.tabs[0];
  const slug = textOf(draft.value['slug']);
  const names = [textOf(draft.value['name']), slug, `New ${kind.noun}`];
  const title = names.find((text) => text !== '') ?? '';
  useEntityTitle(title);
  return (
    <AuthoringProvider value={authoring}>
      <div className={classes['editor']}>
        <div className={classes['split']}>
          <div className={classes['main']}>
            <Link href={kind.path} className={classes['back'] ?? ''}>
              ← All {kind.noun}s
            </Link>
            <PageHeader
              title={title}
              badge={slug === '' ? undefined : <Chip>{slug}</Chip>}
              meta={item === undefined ? 'not saved yet' : `${item.id} · ${kind.meta(draft.value, item.id, world)}`}
              actions={<Actions kind={kind} item={item} editing={editing} />}
            />
            <LinkTabs
              label={`Parts of the ${kind.noun}`}
              tabs={kind.tabs.map(({ slug: part, label, fields, count }) => ({
                label,
                href: tabUrl(kind, item?.id ?? 'new', part),
                problem: fields.some((field) => authoring.told([field]).some(({ severity }) => severity === 'error')),
                ...(count === undefined ? {} : { count: count(draft.value) }),
              }))}
            />
            {current !== undefined && (
              <TabPanel label={current.label}>
                <current.Panel />
              </TabPanel>
            )}
            <DraftBar draft={draft} noun={kind.noun} />
          </div>
          <section className={classes['side']} aria-labelledby="try-it" tabIndex={0}>
            <TryIt kind={kind} item={item} editing={editing} />
          </section>
        </div>
      </div>
    </AuthoringProvider>
  );
}

interface ActionsProps<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  readonly item: Item | undefined;
  readonly editing: Editing<Item>;
}

function Actions<Item extends DefinitionItem>({ kind, item, editing }: ActionsProps<Item>) {
  const { draft, save, saving } = editing;
  const { duplicate, remove } = useListActions({ kind, item, editing });
  const isSaved = item !== undefined;
  const run = async () => {
    const saved = await save();
    if (saved !== undefined) openRunDialog({ kind: kind.noun, id: saved.id });
  };
  const saveIt = () => void save();
  useCommands([
    { id: 'save', title: `Save the ${kind.noun}`, group: kind.name, shortcut: 'mod+S', run: saveIt },
    { id: 'run-this', title: `Run this ${kind.noun}…`, group: kind.name, shortcut: 'mod+Enter', run: () => void run() },
    { id: 'duplicate', title: `Duplicate this ${kind.noun}`, group: kind.name, when: isSaved, run: duplicate },
    { id: 'delete', title: `Delete this ${kind.noun}`, group: kind.name, when: isSaved, run: remove },
  ]);
  return (
    <>
      {isSaved && <Button onClick={() => void run()}>Run…</Button>}
      {isSaved && <Button onClick={duplicate}>Duplicate</Button>}
      {isSaved && (
        <Button variant="outline" color="bad" onClick={remove}>
          Delete
        </Button>
      )}
      <Button variant="filled" onClick={saveIt} loading={saving} aria-label="Save" data-dirty={draft.dirty}>
        Save <kbd className={classes['key']}>{shortcutText('mod+S')}</kbd>
      </Button>
    </>
  );
}

function useListActions<Item extends DefinitionItem>({ kind, item, editing }: ActionsProps<Item>) {
  const { store, value, save, draft } = editing;
  const navigate = useNavigate();
  const copy = useAction(async () => {
    const taken = new Set(store.items.map(({ slug }) => slug));
    const slug = freeSlug(`${textOf(value['slug'])}_copy`, taken);
    const rest = Object.fromEntries(Object.entries(value).filter(([field]) => field !== 'id'));
    const name = textOf(value['name']);
    const made = await store.create({ ...rest, slug, ...(name === '' ? {} : { name: `${name} (copy)` }) });
    navigate(tabUrl(kind, made.id, ''));
    offerUndo(`Duplicated as ${slug}`, () => void store.remove(made.id).then(() => navigate(kind.path)));
  });
  const restore = useAction(async (gone: Item, before: string | undefined) => {
    await store.create(jsonOf(gone), before);
    navigate(`${kind.path}/${gone.id}`);
  });
  const removal = useAction(async () => {
    if (item === undefined) return;
    const before = nextID(store.items, item.id);
    await store.remove(item.id);
    navigate(kind.path);
    // Unsaved changes stay: they are there again when it is.
    offerUndo(`${item.name ?? item.slug} deleted`, () => void restore.run(item, before));
  });
  const mayRemove = useMayRemove(kind, item);
  return {
    // What one sees is what is copied: something wrong is shown instead.
    duplicate: () => void (draft.dirty ? save().then((saved) => saved && copy.run()) : copy.run()),
    remove: () => void mayRemove().then((may) => may && removal.run()),
  };
}

const noLosses = () => () => Promise.resolve<readonly string[]>([]);

/** Asks before something is deleted that others need; what nobody does is deleted at once, since that can be undone. */
function useMayRemove<Item extends DefinitionItem>(kind: DefinitionKind<Item>, item: Item | undefined) {
  const { useLosses = noLosses } = kind;
  const lossesOf = useLosses();
  const { world } = useEditor();
  return async () => {
    const losses = item === undefined ? [] : await lossesOf(item, world);
    if (item === undefined || losses.length === 0) return true;
    const title = `Delete ${item.name ?? item.slug}?`;
    return confirm({ title, text: losses.join('\n'), action: 'Delete', danger: true });
  };
}
