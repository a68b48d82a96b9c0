import { TextInput } from '@mantine/core';
import { MAX_CACHED_AGE_SECONDS, STANDARD_RUNTIME, TIMEOUT_SECONDS } from '../../../shared/model/task.ts';
import { useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { Rows } from '../../authoring/fields/Rows.tsx';
import { CheckField, TextField } from '../../authoring/fields/fields.tsx';
import { NumberField } from '../../authoring/fields/number-fields.tsx';
import { listOf, objectOf, textOf } from '../../../shared/values/json.ts';

/** Timeout, concurrency, cache age, requests, runtime and labels of a task. */
export function LimitsTab() {
  return (
    <div className={authoring['stack']}>
      <NumberField
        path={['timeout']}
        label="Timeout"
        hint={`Cancels a run after this time, at most ${TIMEOUT_SECONDS.max} s.`}
        preset={TIMEOUT_SECONDS.preset}
        unit="s"
      />
      <NumberField
        path={['concurrency']}
        label="Concurrency"
        hint="Maximum number of active runs. Further runs are queued."
        preset={10}
      />
      <NumberField
        path={['allowCachedMaxAge']}
        label="Maximum age of cached results"
        hint={`Returns a succeeded run with the same values instead of a new run. At most ${MAX_CACHED_AGE_SECONDS} s; 0 disables the cache.`}
        preset={0}
        unit="s"
      />
      <CheckField
        path={['requireRequests']}
        label="Require approval"
        hint="Programs ask for its execution, and a reviewer approves it."
      />
      <TextField
        path={['runtime']}
        label="Runtime"
        hint="Shown on runs and given to programs. Without one, the sleeps of an SDK follow the clock and can be skipped."
        placeholder={STANDARD_RUNTIME}
        optional
      />
      <Labels />
    </div>
  );
}

const PATH = ['constraints', 'labels'];

function Labels() {
  const field = useField(PATH);
  return (
    <fieldset className={authoring['group']}>
      <legend>Labels</legend>
      <Rows
        items={listOf(field.value).map(objectOf)}
        onChange={(labels) => field.set(labels.map((label) => ({ ...label })))}
        blank={{ key: '', value: '' }}
        columns="minmax(0, 1fr) minmax(0, 1fr)"
        nameOf={(index) => `label ${index + 1}`}
        addLabel="Add label"
      >
        {({ item, index, set }) =>
          ['Key', 'Value'].map((name) => (
            <TextInput
              key={name}
              aria-label={`${name} of label ${index + 1}`}
              placeholder={name}
              value={textOf(item[name.toLowerCase()])}
              onChange={(event) => set({ ...item, [name.toLowerCase()]: event.currentTarget.value })}
            />
          ))
        }
      </Rows>
    </fieldset>
  );
}
