import authoring from '../../authoring/cards/authoring.module.css';
import { CheckField, TextField } from '../../authoring/fields/fields.tsx';
import { MapField } from '../../authoring/fields/MapField.tsx';
import { TextListField } from '../../authoring/fields/TextListField.tsx';

/** The fields of a task that runs a local process. */
export function CommandBehavior() {
  return (
    <>
      <TextListField
        path={['behavior', 'command']}
        label="Command"
        noun="Argument"
        firstNoun="Program"
        hint="The program and its arguments. Parameters are PARAM_… variables and JSON on standard input. Output becomes the log."
      />
      <CheckField
        path={['behavior', 'shell']}
        label="Run through the shell"
        hint="Allows pipes and variables. Joins the arguments with spaces."
      />
      <TextField
        path={['behavior', 'cwd']}
        label="Working directory"
        hint="Default: the folder of the workspace file."
        mono
        optional
      />
      <fieldset className={authoring['group']}>
        <legend>Environment variables</legend>
        <MapField path={['behavior', 'env']} noun="Variable" nameLabel="Name" />
      </fieldset>
    </>
  );
}
