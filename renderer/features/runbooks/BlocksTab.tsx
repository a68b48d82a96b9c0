import { BookOpenIcon } from 'lucide-react';
import authoring from '../../authoring/cards/authoring.module.css';
import { type WorkItemEditor, type WorkItemList, WorkItems } from '../../authoring/editor/WorkItems.tsx';
import { useEditor } from '../../authoring/context/authoring.ts';
import {
  type Json,
  type JsonObject,
  type JsonPath,
  listOf,
  objectOf,
  textOf,
  valueAt,
  withValueAt,
} from '../../../shared/values/json.ts';
import { copyWithFreeSlug, freeSlug, slugOfName } from '../../authoring/context/slug.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import { Chip } from '../../authoring/fields/TemplateText.tsx';
import { STEP_ICONS } from '../../ui/icons/step-icons.ts';
import { scopeOfBlock } from './runbook-checks.ts';
import type { BlockKind } from '../../../shared/model/runbook.ts';
import { PROMPT_ITEM, TaskSummary } from '../../authoring/editor/summaries.tsx';
import { ParamValuesFields } from '../../authoring/fields/ParamValuesFields.tsx';
import { PromptFields } from '../../authoring/fields/PromptFields.tsx';
import { BoundResources, TaskReferenceField } from '../../authoring/fields/TaskReferenceField.tsx';

const PATH = ['blocks'];

function BlockNameFields({ path, item }: { path: JsonPath; item: JsonObject }) {
  const { saved } = useEditor();
  const isSaved = listOf(valueAt(saved, PATH)).some((block) => slugOf(block) === slugOf(item));
  return (
    <div className={authoring['pair']}>
      <NamedFields at={path} slugHint="Name of the result in later blocks." isSaved={isSaved} />
    </div>
  );
}

function slugOf(block: Json | undefined): string {
  return textOf(objectOf(block)['slug']);
}

/** Editors of all kinds of blocks. The compiler requires an entry for each kind. */
const BLOCK_EDITORS: Readonly<Record<BlockKind, WorkItemEditor>> = {
  task: {
    icon: STEP_ICONS.execute,
    label: 'Task',
    hint: 'runs a task',
    blank: { task: '', paramValues: {} },
    Summary: TaskSummary,
    Fields: TaskBlockFields,
  },
  prompt: { ...PROMPT_ITEM, Fields: (props) => <PromptFields {...props} failing="session" /> },
};

/** The blocks of a runbook. */
export const BLOCKS: WorkItemList = {
  path: PATH,
  label: 'Blocks',
  noun: 'block',
  empty: 'Blocks run tasks or ask people, in order.',
  icon: BookOpenIcon,
  kindField: 'kind',
  editors: BLOCK_EDITORS,
  blank: { slug: '' },
  nameOf: ({ name, slug }, kind) => textOf(name) || textOf(slug) || kind,
  copyOf: copyWithFreeSlug,
  scopeOf: scopeOfBlock,
  Prefix: ({ item }) => slugOf(item) !== '' && <Chip>{slugOf(item)}</Chip>,
  CommonFields: BlockNameFields,
};

/** The tab of the blocks of a runbook. */
export function BlocksTab() {
  return <WorkItems list={BLOCKS} />;
}

function TaskBlockFields({ path }: { path: JsonPath }) {
  const { change } = useEditor();
  return (
    <>
      <TaskReferenceField
        path={[...path, 'task']}
        onValue={(task) => change((draft) => objectOf(withTask(draft, path, task)))}
      />
      <ParamValuesFields path={path} />
      <BoundResources path={[...path, 'resources']} />
    </>
  );
}

/** The draft with the task of a block, which gives its slug to a block without one. */
function withTask(draft: JsonObject, path: JsonPath, task: string): Json {
  const chosen = withValueAt(draft, [...path, 'task'], task);
  if (slugOf(valueAt(draft, path)) !== '') return chosen;
  const taken = new Set(listOf(valueAt(draft, PATH)).map(slugOf));
  return withValueAt(chosen, [...path, 'slug'], freeSlug(slugOfName(task), taken));
}
