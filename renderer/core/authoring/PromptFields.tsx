import { useGroups, useUsers } from '../data.ts';
import classes from './authoring.module.css';
import { ExpressionField } from './ExpressionField.tsx';
import { CheckField } from './fields.tsx';
import type { JsonPath } from './json-path.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import type { Scope } from './scope.ts';
import { TextListField } from './TextListField.tsx';

/** What a prompt asks, whom, and in which form. */
export function PromptFields({ path, scope }: { path: JsonPath; scope: Scope }) {
  return (
    <>
      <ExpressionField
        path={[...path, 'description']}
        label="Description"
        hint="What is asked. {{ … }} takes values."
        mode="template"
        scope={scope}
        multiline
      />
      <div className={classes['pair']}>
        <ExpressionField
          path={[...path, 'confirmText']}
          label="Confirm button"
          mode="template"
          scope={scope}
          placeholder="Submit"
        />
        <ExpressionField
          path={[...path, 'cancelText']}
          label="Cancel button"
          mode="template"
          scope={scope}
          placeholder="Cancel"
        />
      </div>
      <fieldset className={classes['group']}>
        <legend>Form</legend>
        <ParametersEditor
          path={[...path, 'parameters']}
          label="Fields of the prompt"
          addLabel="Add field"
          empty="Without fields, the prompt is only confirmed or cancelled."
        />
      </fieldset>
      <ReviewersFields path={[...path, 'reviewers']} />
    </>
  );
}

function ReviewersFields({ path }: { path: JsonPath }) {
  const groups = useGroups().items.map(({ slug }) => slug);
  const users = useUsers().items.map(({ email }) => email);
  return (
    <details className={classes['more']}>
      <summary>Who may answer</summary>
      <div className={classes['stack']}>
        <CheckField path={[...path, 'allowSelfApprovals']} label="Whoever started the run may answer" />
        <TextListField
          path={[...path, 'groups']}
          label="Groups"
          noun="Group"
          hint="By slug or ID. Without groups and users, everybody may answer."
          suggestions={groups}
        />
        <TextListField
          path={[...path, 'users']}
          label="Users"
          noun="User"
          hint="By e-mail or ID."
          suggestions={users}
        />
      </div>
    </details>
  );
}
