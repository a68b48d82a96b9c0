import { useEffect, useRef } from 'react';
import { useGroups, useUsers } from '../../core/data/hangar.ts';
import classes from '../cards/authoring.module.css';
import { ExpressionField } from './ExpressionField.tsx';
import { Folded } from './Folded.tsx';
import { useEditor, useField } from '../context/authoring.ts';
import { CheckField } from './fields.tsx';
import { type JsonObject, type JsonPath, listOf, objectOf, pathKey } from '../../../shared/values/json.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { TextListField } from './TextListField.tsx';

interface PromptFieldsProps {
  readonly path: JsonPath;
  /** The work that fails when the prompt is cancelled (decision `prompt-cancel`). */
  readonly failing: 'run' | 'session';
}

/** The fields of a prompt: texts, form and reviewers. */
export function PromptFields({ path, failing }: PromptFieldsProps) {
  usePreviewed(path);
  return (
    <>
      <ExpressionField path={[...path, 'description']} label="Question" hint="{{ … }} inserts values." multiline />
      <div className={classes['pair']}>
        <ExpressionField path={[...path, 'confirmText']} label="Confirm button" placeholder="Submit" />
        <ExpressionField
          path={[...path, 'cancelText']}
          label="Cancel button"
          hint={`Cancelling the prompt fails the ${failing}.`}
          placeholder="Cancel"
        />
      </div>
      <fieldset className={classes['group']}>
        <legend>Form</legend>
        <ParametersEditor
          path={[...path, 'parameters']}
          label="Fields of the prompt"
          noun="field"
          empty="Without fields, the prompt is only confirmed or cancelled."
        />
      </fieldset>
      <ReviewersFields path={[...path, 'reviewers']} />
    </>
  );
}

/** Shows the prompt at a path in the preview while its fields are there. */
function usePreviewed(path: JsonPath): void {
  const { setOpenPrompt } = useEditor();
  const latest = useRef(path);
  useEffect(() => void (latest.current = path));
  const key = pathKey(path);
  useEffect(() => {
    setOpenPrompt(latest.current);
    return () => setOpenPrompt(undefined);
  }, [key, setOpenPrompt]);
}

function ReviewersFields({ path }: { path: JsonPath }) {
  const groups = useGroups().items.map(({ slug }) => slug);
  const users = useUsers().items.map(({ email }) => email);
  const reviewers = objectOf(useField(path).value);
  return (
    <Folded summary="Who may answer" paths={[path]}>
      <p className="quiet">{reviewersSummary(reviewers)}</p>
      <CheckField
        path={[...path, 'allowSelfApprovals']}
        label="The user who started the run may answer"
        preset={true}
      />
      {[
        { field: 'groups', noun: 'Group', hint: 'By slug or ID.', suggestions: groups },
        { field: 'users', noun: 'User', hint: 'By e-mail or ID.', suggestions: users },
      ].map(({ field, noun, ...rest }) => (
        <TextListField key={field} path={[...path, field]} label={`${noun}s`} noun={noun} {...rest} />
      ))}
    </Folded>
  );
}

/** A sentence about the reviewers. */
function reviewersSummary({ allowSelfApprovals, groups, users }: JsonObject): string {
  const isListed = listOf(groups).length + listOf(users).length > 0;
  if (allowSelfApprovals !== false)
    return isListed ? 'Only these users and groups may answer.' : 'Everyone may answer.';
  return isListed
    ? 'Only these users and groups may answer, except the user who started the run.'
    : 'Everyone may answer, except the user who started the run.';
}
