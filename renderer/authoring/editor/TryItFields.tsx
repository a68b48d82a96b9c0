import { ParameterFields } from '../../core/forms/ParameterFields.tsx';
import { slugOption } from '../../core/slug-option.ts';
import { useFocusFirst } from '../../ui/focus-first.ts';
import { UnreadableNote } from '../preview/UnreadableNote.tsx';
import type { useTryIt } from './use-try-it.ts';
import { Select } from '../../ui/Select.tsx';

interface TryItFieldsProps {
  readonly tryIt: ReturnType<typeof useTryIt>;
  /** Number of parameters with problems, which have no field. */
  readonly unreadable: number;
  /** True to focus the first field. */
  readonly focused: boolean;
}

/** The fields of the parameters, and the environment. */
export function TryItFields({ tryIt, unreadable, focused }: TryItFieldsProps) {
  const { form, environments, environment, choose } = tryIt;
  useFocusFirst(form.container, { wanted: focused });
  return (
    <>
      {form.parameters.length === 0 && unreadable === 0 && <p className="quiet">No parameters.</p>}
      <ParameterFields form={form} />
      <UnreadableNote count={unreadable} noun="parameter" />
      {environments.length > 1 && (
        <Select
          mt="sm"
          // As wide as the fields.
          maw={560}
          label="Environment"
          value={environment?.slug ?? ''}
          data={environments.map(slugOption)}
          onValue={choose}
        />
      )}
    </>
  );
}
