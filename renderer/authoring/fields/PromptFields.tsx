import { useEffect, useRef } from 'react';
import { useGroups, useUsers } from '../../core/data/hangar.ts';
import classes from '../cards/authoring.module.css';
import { ExpressionField } from './ExpressionField.tsx';
import { Folded } from './Folded.tsx';
import { useEditor, useField } from '../context/authoring.ts';
import { CheckField } from './fields.tsx';
import { type JsonPath, listOf, objectOf, pathKey, textOf } from '../../../shared/values/json.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
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
        <AskedOf path={[...path, 'reviewers']} />
      </div>
      <ParametersEditor
        path={[...path, 'parameters']}
        label="Fields of the prompt"
        noun="field"
        empty="Without fields, the prompt is only confirmed or cancelled."
      />
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

/** One group or user that is asked, or anyone; several are shown, and chosen among "Who may answer". */
function AskedOf({ path }: { path: JsonPath }) {
  const groups = useGroups().items.map(({ slug }) => `group ${slug}`);
  const users = useUsers().items.map(({ email }) => email);
  const field = useField(path);
  const reviewers = objectOf(field.value);
  const asked = [
    ...listOf(reviewers['groups']).map((group) => `group ${textOf(group)}`),
    ...listOf(reviewers['users']),
  ];
  const choose = (who: string) =>
    field.set({
      ...reviewers,
      groups: groups.includes(who) ? [who.slice('group '.length)] : [],
      users: users.includes(who) ? [who] : [],
    });
  const data = [{ value: '', label: 'anyone' }, ...groups, ...users];
  return <Select label="Asked of" value={asked.map(textOf).join(', ')} data={data} onValue={choose} />;
}

function ReviewersFields({ path }: { path: JsonPath }) {
  const groups = useGroups().items.map(({ slug }) => slug);
  const users = useUsers().items.map(({ email }) => email);
  return (
    <Folded summary="Who may answer" paths={[path]}>
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
