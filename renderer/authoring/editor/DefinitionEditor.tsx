import { type ReactNode, useRef } from 'react';
import { DraftBar } from '../../core/drafts/DraftBar.tsx';
import { useNavigate, useEntityTitle } from '../../core/page/page.ts';
import { openRunDialog } from '../../core/run/RunDialog.tsx';
import { LinkTabs, TabPanel } from '../../ui/layout/LinkTabs.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { PaneDivider } from '../../ui/layout/PaneDivider.tsx';
import { usePaneWidth } from '../../ui/layout/use-pane-width.ts';
import { AuthoringProvider } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import type { DefinitionItem, DefinitionKind, EditorTab } from './definition-kind.ts';
import type { Problem } from '../context/problem.ts';
import { EditorActions, EditorState } from './EditorActions.tsx';
import { textOf } from '../../../shared/values/json.ts';
import { SourceNote } from './SourceNote.tsx';
import sourceClasses from './SourceNote.module.css';
import { TryIt } from './TryIt.tsx';
import { type Editing, type EditingOptions, useEditing } from './use-editing.ts';
import { useItemActions } from './use-item-actions.ts';
import { focusProblem } from '../../ui/focus/move-focus.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

interface DefinitionEditorProps<Item extends DefinitionItem> extends Pick<EditingOptions<Item>, 'item' | 'onCreated'> {
  readonly kind: DefinitionKind<Item>;
  /** The slug of the tab; '' for the first. */
  readonly tab: string;
}

/** The first field with a problem on the shown tab, or the button that opens the card with it. */
const PROBLEM =
  '[role="tabpanel"] :is([aria-invalid="true"], [data-problem="true"]:not(:has([aria-invalid="true"])) [aria-expanded])';

/** The editor of a task or runbook: its tabs, and the form to try it at the side. */
export function DefinitionEditor<Item extends DefinitionItem>(props: DefinitionEditorProps<Item>) {
  const { kind, item, tab } = props;
  const navigate = useNavigate();
  const current = kind.tabs.find(({ slug }) => slug === tab) ?? kind.tabs[0];
  const editing = useEditing({
    ...props,
    hrefOf: (id) => tabUrl(kind, id, tab),
    onProblems: (errors) => {
      const next = tabWithProblem(kind.tabs, errors, current?.slug ?? '');
      if (next !== current?.slug) navigate(tabUrl(kind, item?.id ?? 'new', next));
      focusProblem(PROBLEM);
    },
  });
  const { draft, authoring } = editing;
  return (
    <div className={classes['editor']}>
      <div className={classes['split']}>
        {/* Without the form at the side, which reads none of it and would be searched for readers at each key. */}
        <AuthoringProvider value={authoring}>
          <div className="fill">
            <EditorHeader kind={kind} item={item} editing={editing} />
            {item?.source !== undefined && <SourceNote slug={item.slug} source={item.source} />}
            <EditorTabs kind={kind} item={item} editing={editing} />
            {current !== undefined && (
              <TabPanel label={current.label}>
                <Editable isReadOnly={item?.source !== undefined}>
                  <current.Panel />
                </Editable>
                {current.Below !== undefined && <current.Below />}
              </TabPanel>
            )}
            {draft.conflict && <DraftBar draft={draft} noun={kind.noun} />}
          </div>
        </AuthoringProvider>
        <SidePane>
          <TryIt kind={kind} item={item} editing={editing} />
        </SidePane>
      </div>
    </div>
  );
}

/** The fields of a definition, disabled when it is edited elsewhere. */
function Editable({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  return isReadOnly ? (
    <fieldset disabled className={sourceClasses['fields']}>
      {children}
    </fieldset>
  ) : (
    children
  );
}

/** The pane of “Try it”, and the divider that sets its width. */
function SidePane({ children }: { children: ReactNode }) {
  const pane = useRef<HTMLElement>(null);
  const [width, setWidth] = usePaneWidth('try-it');
  return (
    <>
      <PaneDivider label="Width of the form" pane={pane} side="right" width={width} onWidth={setWidth} />
      <section
        ref={pane}
        className={classes['side']}
        style={width === undefined ? {} : { flexBasis: width }}
        aria-labelledby="try-it"
        tabIndex={0}
      >
        {children}
      </section>
    </>
  );
}

interface PartProps<Item extends DefinitionItem> extends Pick<DefinitionEditorProps<Item>, 'kind' | 'item'> {
  readonly editing: Editing<Item>;
}

/** The title of a definition, which is also the page's, its state and its actions. */
function EditorHeader<Item extends DefinitionItem>({ kind, item, editing }: PartProps<Item>) {
  const { value } = editing.draft;
  const slug = textOf(value['slug']);
  const given = kind.titleOf(value);
  const title = given === '' ? `New ${kind.noun}` : given;
  useEntityTitle(title);
  return (
    <PageHeader
      title={title}
      badge={
        <>
          {/* Hidden where there is little room; it is also in its field. */}
          {slug !== '' && <code className={classes['slug']}>{stripBidiControls(slug)}</code>}
          <EditorState isDirty={editing.draft.dirty} isNew={item === undefined} />
        </>
      }
      actions={<Actions kind={kind} item={item} editing={editing} />}
    />
  );
}

function Actions<Item extends DefinitionItem>({ kind, item, editing }: PartProps<Item>) {
  const actions = useItemActions({ kind, item, editing });
  const run = async () => {
    const saved = await editing.save();
    if (saved !== undefined) openRunDialog({ kind: kind.noun, id: saved.id });
  };
  return <EditorActions {...actions} isReadOnly={item?.source !== undefined} onRun={() => void run()} />;
}

/** The tabs of a definition, each with a mark when a field of it has an error. */
function EditorTabs<Item extends DefinitionItem>({ kind, item, editing }: PartProps<Item>) {
  const { draft, authoring } = editing;
  const hasError = (field: string) => authoring.visibleProblems([field]).some(({ severity }) => severity === 'error');
  return (
    <LinkTabs
      label={`Parts of the ${kind.noun}`}
      tabs={kind.tabs.map(({ slug, label, fields, count }) => ({
        label,
        href: tabUrl(kind, item?.id ?? 'new', slug),
        problem: fields.some(hasError),
        ...(count === undefined ? {} : { count: count(draft.value) }),
      }))}
    />
  );
}

/** The URL of a tab of a definition. */
export function tabUrl(kind: { path: string; tabs: readonly EditorTab[] }, id: string, tab: string): string {
  return tab === '' || tab === kind.tabs[0]?.slug ? `${kind.path}/${id}` : `${kind.path}/${id}/${tab}`;
}

/** The slug of the tab to show problems on: the current one when it has some or when no tab has. */
function tabWithProblem(tabs: readonly EditorTab[], errors: readonly Problem[], current: string): string {
  const withProblem = tabs.filter(({ fields }) => errors.some(({ path }) => fields.includes(String(path[0]))));
  return (withProblem.find(({ slug }) => slug === current) ?? withProblem[0])?.slug ?? current;
}
