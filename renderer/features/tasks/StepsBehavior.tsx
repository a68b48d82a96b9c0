import { type StepKind, STEPS } from '../../../shared/model/behavior.ts';
import type { Json } from '../../../shared/values/json.ts';
import { useEditor } from '../../authoring/context/authoring.ts';
import { Card } from '../../authoring/cards/Card.tsx';
import { type JsonPath, objectOf, textOf } from '../../authoring/context/json-path.ts';
import { WhenField, WhenText } from '../../authoring/fields/WhenField.tsx';
import { type ListedCardProps, CardList } from '../../authoring/cards/CardList.tsx';
import { STEP_EDITORS } from './steps/step-editors.tsx';
import { scopeOfStep } from './task-checks.ts';

const PATH = ['behavior', 'steps'];

const KINDS = Object.entries(STEP_EDITORS).map(([kind, { label, hint, blank }]) => ({
  label,
  hint,
  blank: { do: kind, ...blank },
}));

/** The steps of a task as cards, in their order. */
export function StepsBehavior() {
  return (
    <CardList
      path={PATH}
      label="Steps"
      noun="step"
      empty="Steps run one after the other, without code. Add the first one."
      kinds={KINDS}
      nameOf={(step, index) => `step ${index + 1}, ${editorOf(step)?.label ?? 'unknown'}`}
      copyOf={(step) => step}
      render={(card) => <StepCard {...card} />}
    />
  );
}

function StepCard({ index, item, ...card }: ListedCardProps) {
  const path = [...PATH, index];
  const step = objectOf(item);
  const editor = editorOf(step);
  if (editor === undefined) return null;
  const { Fields, Summary } = editor;
  const when = textOf(step['when']);
  return (
    <Card
      {...card}
      path={path}
      kind={editor.label}
      summary={<Summary step={step} />}
      aside={when === '' ? editor.aside?.(step) : <WhenText text={when} />}
    >
      <OpenStep index={index} path={path} Fields={Fields} />
    </Card>
  );
}

type Fields = NonNullable<ReturnType<typeof editorOf>>['Fields'];

/** The fields of a step: only what is open needs to know what it may name. */
function OpenStep({ index, path, Fields }: { index: number; path: JsonPath; Fields: Fields }) {
  const { draft, definitions } = useEditor();
  const scope = scopeOfStep(draft, index, definitions);
  return (
    <>
      <Fields path={path} scope={scope} />
      <WhenField path={[...path, 'when']} scope={scope} noun="step" />
    </>
  );
}

function editorOf(step: Json | undefined) {
  const kind = textOf(objectOf(step)['do']);
  return isKind(kind) ? STEP_EDITORS[kind] : undefined;
}

function isKind(text: string): text is StepKind {
  return Object.hasOwn(STEPS, text);
}
