import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useEnvironments } from '../../../core/data/hangar.ts';
import { slugOption } from '../../../core/run/slug-option.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import type { RuleFieldsProps } from './rule-request.ts';
import classes from './rules.module.css';

/** The fields of a rule that few need, behind a disclosure. */
export function MoreRuleFields({ draft, change, isNew }: RuleFieldsProps & { isNew: boolean }) {
  return (
    <details className={classes['more']}>
      <summary>More conditions</summary>
      <div className={classes['fields']}>
        <Select
          label="Environment"
          value={draft.environment}
          data={[{ value: '', label: 'Any' }, ...useEnvironments().items.map(slugOption)]}
          onValue={(environment) => change({ environment })}
        />
        <NumberInput
          label="Times"
          min={1}
          allowDecimal={false}
          placeholder="Always"
          value={draft.times}
          onChange={(value) => change({ times: Number(value) || '' })}
        />
        <TextInput
          label="Slug"
          value={draft.slug}
          onChange={({ currentTarget: { value } }) => change({ slug: value })}
        />
      </div>
      {isNew && (
        <Checkbox
          mt={8}
          size="xs"
          label="Keep in the workspace file"
          checked={draft.keep}
          onChange={({ currentTarget: { checked } }) => change({ keep: checked })}
        />
      )}
    </details>
  );
}
