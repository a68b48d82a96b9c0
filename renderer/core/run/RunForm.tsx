import { Form } from '../../ui/inputs/Form.tsx';
import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import { useFocusFirst } from '../../ui/focus/move-focus.ts';
import { DialogActions } from '../../ui/layout/Dialog.tsx';
import { EmptyState, LoadingState } from '../../ui/text/states.tsx';
import { useAction } from '../data/action.ts';
import { useDraft } from '../drafts/drafts.ts';
import { ParameterFields } from '../forms/ParameterFields.tsx';
import { inputValuesOf } from '../forms/input-values.ts';
import { useParameterForm } from '../forms/use-parameter-form.ts';
import { type TaskItem, useApi, useEnvironments, useRunbooks, useTasks } from '../data/hangar.ts';
import { slugOption, useTarget } from './run-target.ts';
import { useNavigate } from '../page/page.ts';
import { CopyExecution } from './CopyExecution.tsx';
import { closeRunDialog, type RunRequest } from './RunDialog.tsx';
import { pathOfNewRun } from './run-list.ts';
import { Select } from '../../ui/inputs/Select.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** The form that runs a task or runbook. */
export function RunForm({ request }: { request: RunRequest }) {
  const target = useTarget(request);
  const [tasks, runbooks] = [useTasks(), useRunbooks()];
  const { loaded } = request.kind === 'task' ? tasks : runbooks;
  if (target === undefined)
    return loaded ? <EmptyState title={`There is no ${request.kind} “${request.id}”`} /> : <LoadingState />;
  return <TargetForm request={request} target={target} />;
}

interface TargetFormProps {
  readonly request: RunRequest;
  readonly target: Pick<TaskItem, 'id' | 'slug' | 'parameters' | 'description'>;
}

function TargetForm({ request, target }: TargetFormProps) {
  const { id, parameters, description } = target;
  const { items: environments } = useEnvironments();
  const preset = environments.find((item) => item.slug === request.environment || item.default) ?? environments[0];
  const [slug, setSlug] = useState('');
  const environment = environments.find((item) => item.slug === slug) ?? preset;
  const draft = useDraft(`run:${id}:${JSON.stringify(request)}`, inputValuesOf(parameters, request.paramValues ?? {}));
  const form = useParameterForm({ parameters, input: draft.value, onInput: draft.set, environment });
  const execute = useExecute(request, id);
  const runButton = useRef<HTMLButtonElement>(null);
  useFocusFirst(form.container, { otherwise: runButton });
  const start = async () => {
    const values = form.submit();
    if (values === undefined || !(await execute.run(values, environment?.slug))) return;
    draft.discard();
    closeRunDialog();
  };
  return (
    <Form onSubmit={start}>
      {description !== '' && (
        <Text c="dimmed" mb="sm">
          {stripBidiControls(description)}
        </Text>
      )}
      {parameters.length === 0 && <Text c="dimmed">It takes no parameters.</Text>}
      <ParameterFields form={form} />
      <DialogActions>
        <Select
          label="Environment"
          mr="auto"
          value={environment?.slug ?? ''}
          data={environments.map(slugOption)}
          onValue={setSlug}
        />
        <CopyExecution
          {...{ kind: request.kind, slug: target.slug, paramValues: form.values, environment }}
          resources={request.resources}
        />
        <Button onClick={closeRunDialog}>Close</Button>
        <Button ref={runButton} type="submit" variant="filled" loading={execute.busy}>
          Run
        </Button>
      </DialogActions>
    </Form>
  );
}

function useExecute({ kind, resources = {}, repeats = '' }: RunRequest, id: string) {
  const api = useApi();
  const navigate = useNavigate();
  return useAction(async (paramValues: JsonObject, environment: string | undefined) => {
    const common = { paramValues, ...(environment === undefined ? {} : { environment }) };
    if (kind === 'task') {
      const { runID } = await api.runs.execute({ params: { id }, body: { ...common, resources, repeats } });
      navigate(pathOfNewRun(runID));
    } else {
      const { sessionID } = await api.sessions.execute({ params: { id }, body: common });
      navigate(`/sessions/${sessionID}`);
    }
  });
}
