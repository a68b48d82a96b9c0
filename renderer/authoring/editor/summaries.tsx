import { STEP_ICONS } from '../../ui/icons/step-icons.ts';
import { useDefinitions } from '../context/workspace-definitions.ts';
import { type Json, type JsonObject, listOf, objectOf, textOf } from '../context/json-path.ts';
import { typeLabel } from '../context/parameter-type.ts';
import { nameOrSlug } from '../context/slug.ts';
import { TemplateText, TemplateValue } from '../fields/TemplateText.tsx';
import { rowsOf } from '../scope/draft-values.ts';
import { findByReference } from '../../core/find-by-reference.ts';

/** Label, summary and initial value of a prompt, as a step or as a block. */
export const PROMPT_ITEM = {
  icon: STEP_ICONS.prompt,
  label: 'Prompt',
  hint: 'asks a person',
  blank: { description: '', confirmText: 'Submit', cancelText: 'Cancel', parameters: [] },
  Summary: ({ item }: { item: JsonObject }) => (
    <>
      <TemplateText text={textOf(item['description'])} />{' '}
      <ResultText name={textOf(item['as'])} more={labelsOfParameters(item['parameters'])} />
    </>
  ),
};

/** The task and its parameter values in one line. */
export function TaskSummary({ item }: { item: JsonObject }) {
  const definitions = useDefinitions();
  const reference = textOf(item['task']);
  const task = findByReference(definitions.tasks, reference);
  return (
    <>
      {task?.name ?? reference}{' '}
      {rowsOf(item['paramValues']).map(([name, value], index) => (
        <span key={index} className="quiet">
          {index > 0 && ', '}
          {name} = <TemplateValue value={value} />
        </span>
      ))}
    </>
  );
}

/** The name of a result, and further text. */
export function ResultText({ name, more = '' }: { name: string; more?: string }) {
  const parts = [name === '' ? '' : `→ ${name}`, more].filter((text) => text !== '');
  return <span className="quiet">{parts.join(' · ')}</span>;
}

/** The parameters of a form in a few words, such as `Reason (Text)`. */
function labelsOfParameters(parameters: Json | undefined): string {
  return listOf(parameters)
    .map(objectOf)
    .map((item) => `${nameOrSlug(item)} (${typeLabel(textOf(item['type']))})`)
    .join(', ');
}
