import { ParametersEditor } from '../../core/authoring/ParametersEditor.tsx';

/** The parameters of a runbook. */
export function ParametersTab() {
  return (
    <ParametersEditor
      path={['parameters']}
      label="Parameters"
      empty="Parameters are what people and programs give when they run the runbook. The form they make appears at the side."
    />
  );
}
