import type { JsonObject } from '../../../../shared/values/json.ts';
import { textOf } from '../../../authoring/context/json-path.ts';
import { ResultText, TaskSummary } from '../../../authoring/editor/summaries.tsx';

/** What a step executes, with which values. */
export function ExecuteSummary({ step }: { step: JsonObject }) {
  return (
    <>
      <TaskSummary item={step} /> <ResultText name={textOf(step['as'])} />
    </>
  );
}
