import { firstLineOf } from '../../../shared/model/titles.ts';
import { STEP_ICONS } from '../../ui/icons/step-icons.ts';
import { useDefinitions } from '../context/workspace-definitions.ts';
import { type JsonObject, textOf } from '../../../shared/values/json.ts';
import { TemplateText, TemplateValue } from '../fields/TemplateText.tsx';
import { rowsOf } from '../scope/draft-values.ts';
import { findByReference } from '../../core/data/collection.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** Label, summary and initial value of a prompt, as a step or as a block. */
export const PROMPT_ITEM = {
  icon: STEP_ICONS.prompt,
  label: 'Prompt',
  hint: 'asks a person',
  blank: { description: '', confirmText: 'Submit', cancelText: 'Cancel', parameters: [] },
  Summary: ({ item }: { item: JsonObject }) => <TemplateText text={firstLineOf(textOf(item['description']))} />,
};

/** Maximum number of values of a summary, which has room for fewer. */
const MOST = 20;

/** The task and its first parameter values in one line. */
export function TaskSummary({ item }: { item: JsonObject }) {
  const definitions = useDefinitions();
  const reference = textOf(item['task']);
  const task = findByReference(definitions.tasks, reference);
  const rows = rowsOf(item['paramValues']);
  return (
    <>
      {stripBidiControls(task?.name ?? reference)}{' '}
      {rows.slice(0, MOST).map(([name, value], index) => (
        <span key={index} className="quiet">
          {index > 0 && ', '}
          {stripBidiControls(name)} = <TemplateValue value={value} />
        </span>
      ))}
      {rows.length > MOST && ' …'}
    </>
  );
}
