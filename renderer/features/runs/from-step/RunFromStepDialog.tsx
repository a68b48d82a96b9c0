import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import type { StepResult } from '../../../../shared/contract/emulator/state.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { useAction } from '../../../core/data/action.ts';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import { pathOfNewRun } from '../../../core/run/run-list.ts';
import { useNavigate } from '../../../core/page/page.ts';
import { Dialog, DialogActions } from '../../../ui/layout/Dialog.tsx';
import { CodeField } from '../../../ui/inputs/CodeField.tsx';
import { DocsLink } from '../../../ui/text/shown-text.tsx';
import { Form } from '../../../ui/inputs/Form.tsx';
import { ErrorState, LoadingState } from '../../../ui/text/states.tsx';
import { nameOfStep } from '../timeline/step-lanes.ts';
import { earlierResults, readResults } from './earlier-results.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

interface RunFromStepProps {
  readonly detail: RunDetail;
  /** The log of the run, for the names of steps. */
  readonly lines: readonly LogEntry[];
  /** Index of the initially chosen step. */
  readonly step: number;
  readonly onClose: () => void;
}

/** The dialog that runs the task of a run again from a step. */
export function RunFromStepDialog(props: RunFromStepProps) {
  const api = useApi();
  const { id } = props.detail.row;
  const { data, error, reload } = useLiveQuery(`results of ${id}`, () => api.runs.results({ params: { id } }));
  return (
    <Dialog opened onClose={props.onClose} title="Run from a step" size="lg">
      {data !== undefined ? (
        <StepForm {...props} results={data.results} />
      ) : error === '' ? (
        <LoadingState label="Loading the results…" />
      ) : (
        <ErrorState message={error} onRetry={reload} />
      )}
    </Dialog>
  );
}

function StepForm({ detail, lines, step: first, onClose, results }: RunFromStepProps & { results: StepResult[] }) {
  const [step, setStep] = useState(first);
  const [edited, setEdited] = useState<Readonly<Record<number, string>>>({});
  const preset = earlierResults(results, step);
  const text = edited[step] ?? JSON.stringify(preset, null, 2);
  const values = readResults(text);
  const run = useRunFrom(detail.row.id, onClose);
  const nameOf = nameOfStep(detail, lines);
  const options = detail.steps.map((each, at) => ({ value: String(at), label: `${at + 1}. ${nameOf(each, at)}` }));
  return (
    <Form className="stack" onSubmit={() => values !== undefined && run.run(step, values)}>
      <Select
        label="Step"
        data-autofocus
        // The results may come after the dialog has its focus.
        autoFocus
        data={options}
        value={String(step)}
        onValue={(chosen) => setStep(Number(chosen))}
      />
      {Object.keys(preset).length > 0 && (
        <CodeField
          key={step}
          label="Results of earlier steps"
          language="json"
          maxHeight={280}
          value={text}
          onChange={(next) => setEdited((before) => ({ ...before, [step]: next }))}
          error={values === undefined ? 'Must be a JSON object with a result for each name' : undefined}
        />
      )}
      <p className="quiet">
        Earlier steps do not run again. The run keeps its parameter values and their outputs.{' '}
        <DocsLink href="/docs/behaviors.html#run-from-a-step">About running from a step</DocsLink>
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" variant="filled" loading={run.busy} disabled={values === undefined}>
          Run
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Runs the task from a step and goes to the new run. */
function useRunFrom(id: string, onDone: () => void) {
  const api = useApi();
  const navigate = useNavigate();
  return useAction(async (step: number, results: ReturnType<typeof earlierResults>) => {
    const { runID } = await api.runs.executeFrom({ params: { id }, body: { step, results } });
    onDone();
    navigate(pathOfNewRun(runID));
  });
}
