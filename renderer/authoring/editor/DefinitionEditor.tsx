import { Link } from 'wouter';
import { DraftBar } from '../../core/DraftBar.tsx';
import { withSavedFilters } from '../../core/saved-filters.ts';
import { useEntityTitle } from '../../core/page.ts';
import { openRunDialog } from '../../core/run/run-dialog-store.ts';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AuthoringProvider } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import type { DefinitionItem } from './definition-kind.ts';
import { EditorActions } from './EditorActions.tsx';
import { textOf } from '../context/json-path.ts';
import { TryIt } from './TryIt.tsx';
import { Chip } from '../fields/TemplateText.tsx';
import { type DefinitionEditorOptions, tabUrl, useDefinitionEditor } from './use-definition-editor.ts';
import type { Editing } from './use-editing.ts';
import { useItemActions } from './use-item-actions.ts';

/** The editor of a task or runbook: its tabs, and the form to try it at the side. */
export function DefinitionEditor<Item extends DefinitionItem>(props: DefinitionEditorOptions<Item>) {
  const { kind, item, definitions, tab } = props;
  const editing = useDefinitionEditor(props);
  const { draft, authoring } = editing;
  const current = kind.tabs.find(({ slug }) => slug === tab) ?? kind.tabs[0];
  const slug = textOf(draft.value['slug']);
  const given = kind.titleOf(draft.value);
  const title = given === '' ? `New ${kind.noun}` : given;
  useEntityTitle(title);
  return (
    <AuthoringProvider value={authoring}>
      <div className={classes['editor']}>
        <div className={classes['split']}>
          <div className={classes['main']}>
            <Link href={withSavedFilters(kind.path)} className={classes['back'] ?? ''}>
              ← All {kind.noun}s
            </Link>
            <PageHeader
              title={title}
              badge={slug === '' ? undefined : <SlugChip slug={slug} />}
              meta={
                item === undefined ? 'not saved yet' : `${item.id} · ${kind.meta(draft.value, item.id, definitions)}`
              }
              actions={<Actions kind={kind} item={item} editing={editing} />}
            />
            <LinkTabs
              label={`Parts of the ${kind.noun}`}
              tabs={kind.tabs.map(({ slug: part, label, fields, count }) => ({
                label,
                href: tabUrl(kind, item?.id ?? 'new', part),
                problem: fields.some((field) =>
                  authoring.visibleProblems([field]).some(({ severity }) => severity === 'error'),
                ),
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

interface ActionsProps<Item extends DefinitionItem> extends Pick<DefinitionEditorOptions<Item>, 'kind' | 'item'> {
  readonly editing: Editing<Item>;
}

function Actions<Item extends DefinitionItem>({ kind, item, editing }: ActionsProps<Item>) {
  const { duplicate, remove } = useItemActions({ kind, item, editing });
  const run = async () => {
    const saved = await editing.save();
    if (saved !== undefined) openRunDialog({ kind: kind.noun, id: saved.id });
  };
  return (
    <EditorActions
      noun={kind.noun}
      group={kind.name}
      editing={editing}
      isSaved={item !== undefined}
      onRun={() => void run()}
      onDuplicate={duplicate}
      onDelete={remove}
    />
  );
}

/** Hidden where there is little room; the slug is also in its field. */
function SlugChip({ slug }: { slug: string }) {
  return (
    <span className={classes['slug']}>
      <Chip>{slug}</Chip>
    </span>
  );
}
