import { useStore } from 'zustand';
import { useHangar, useInfo } from '../data/hangar.ts';
import { useNavigate } from '../page/url.ts';
import classes from './PromptCard.module.css';
import { Select } from '../../ui/inputs/Select.tsx';

/** The value of the last entry, which adds a user. */
const ADD_USER = 'add';

/** The user who answers, as a part of a request's body. */
export function useAnswerAs(): { readonly as?: string } {
  const as = useStore(useHangar().preferences, (state) => state.answerAs);
  return as === '' ? {} : { as };
}

/** A select of the user who answers. */
export function AnswerAs() {
  const { preferences } = useHangar();
  const navigate = useNavigate();
  const as = useStore(preferences, (state) => state.answerAs);
  const actors = useInfo()?.actors.filter(({ kind }) => kind === 'local' || kind === 'user') ?? [];
  const local = actors.find(({ kind }) => kind === 'local');
  return (
    <label className={classes['as']}>
      as
      <Select
        aria-label="Answer as"
        value={actors.some(({ id }) => id === as) ? as : (local?.id ?? '')}
        data={[
          ...actors.map(({ id, name }) => ({ value: id, label: name })),
          { value: ADD_USER, label: 'Add a user…' },
        ]}
        onValue={(chosen) =>
          chosen === ADD_USER ? navigate('/team/users/new') : preferences.setState({ answerAs: chosen })
        }
      />
    </label>
  );
}
