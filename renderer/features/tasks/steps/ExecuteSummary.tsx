import type { JsonObject } from '../../../../shared/model/json.ts';
import { textOf } from '../../../core/authoring/json-path.ts';
import { ResultText, TaskSummary } from '../../../core/authoring/summaries.tsx';

/** What a step executes, with which values. */
export function ExecuteSummary({ step }: { step: JsonObject }) {
  return (
    <>
      <TaskSummary item={step} /> <ResultText name={textOf(step['as'])} />
    </>
  );
}
