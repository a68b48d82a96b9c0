import { type BlockKind, BLOCKS } from '../../../shared/model/runbook.ts';
import type { Json } from '../../../shared/values/json.ts';
import { useEditor } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { Card } from '../../authoring/cards/Card.tsx';
import { type JsonPath, listOf, objectOf, textOf, valueAt } from '../../authoring/context/json-path.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import { freeSlug } from '../../authoring/context/slug.ts';
import { Chip } from '../../authoring/fields/TemplateText.tsx';
import { WhenField, WhenText } from '../../authoring/fields/WhenField.tsx';
import { type ListedCardProps, CardList } from '../../authoring/cards/CardList.tsx';
import { BLOCK_EDITORS } from './blocks/block-editors.tsx';
import { scopeOfBlock } from './runbook-checks.ts';

const PATH = ['blocks'];

const KINDS = Object.entries(BLOCK_EDITORS).map(([kind, { label, hint, blank }]) => ({
  label,
  hint,
  blank: { slug: '', kind, ...blank },
}));

/** The blocks of a runbook as cards, in their order. */
export function BlocksTab() {
  return (
    <CardList
      path={PATH}
      label="Blocks"
      noun="block"
      empty="Blocks run one after the other: a task, or a prompt that a person answers. Add the first one."
      kinds={KINDS}
      nameOf={(block, index) => `block ${index + 1}, ${nameOf(block)}`}
      copyOf={(block, blocks) => ({ ...objectOf(block), slug: freeSlug(slugOf(block), new Set(blocks.map(slugOf))) })}
      render={(card) => <BlockCard {...card} />}
    />
  );
}

function BlockCard({ index, item, ...card }: ListedCardProps) {
  const { saved } = useEditor();
  const path = [...PATH, index];
  const block = objectOf(item);
  const editor = editorOf(block);
  if (editor === undefined) return null;
  const { Fields, Summary } = editor;
  const when = textOf(block['when']);
  const slug = slugOf(block);
  const isSaved = listOf(valueAt(saved, PATH)).some((each) => slugOf(each) === slug);
  return (
    <Card
      {...card}
      path={path}
      kind={editor.label}
      summary={
        <>
          {slug !== '' && <Chip>{slug}</Chip>} <Summary block={block} />
        </>
      }
      aside={when === '' ? undefined : <WhenText text={when} />}
    >
      <div className={authoring['pair']}>
        <NamedFields at={path} slugHint="Later blocks find its result under this name." isSaved={isSaved} />
      </div>
      <OpenBlock index={index} path={path} Fields={Fields} />
    </Card>
  );
}

type Fields = NonNullable<ReturnType<typeof editorOf>>['Fields'];

/** The fields of a block: only what is open needs to know what it may name. */
function OpenBlock({ index, path, Fields }: { index: number; path: JsonPath; Fields: Fields }) {
  const { draft, definitions } = useEditor();
  const scope = scopeOfBlock(draft, index, definitions);
  return (
    <>
      <Fields path={path} scope={scope} />
      <WhenField path={[...path, 'when']} scope={scope} noun="block" />
    </>
  );
}

function slugOf(block: Json | undefined): string {
  return textOf(objectOf(block)['slug']);
}

function nameOf(block: Json | undefined): string {
  const { name, slug } = objectOf(block);
  return [textOf(name), textOf(slug)].find((text) => text !== '') ?? editorOf(block)?.label ?? 'unknown';
}

function editorOf(block: Json | undefined) {
  const kind = textOf(objectOf(block)['kind']);
  return isKind(kind) ? BLOCK_EDITORS[kind] : undefined;
}

function isKind(text: string): text is BlockKind {
  return Object.hasOwn(BLOCKS, text);
}
