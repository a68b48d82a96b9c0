import { ActionIcon, Button, TextInput } from '@mantine/core';
import { MAX_CACHED_AGE_SECONDS, TIMEOUT_SECONDS } from '../../../shared/model/task.ts';
import { useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { NumberField, TextField } from '../../authoring/fields/fields.tsx';
import { listOf, objectOf, textOf } from '../../authoring/context/json-path.ts';
import classes from './tasks.module.css';

/** Timeout, concurrency, cache age, runtime and labels of a task. */
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
      <TextField path={['runtime']} label="Runtime" hint="Shown on runs; has no effect." />
      <Labels />
    </div>
  );
}

const PATH = ['constraints', 'labels'];

function Labels() {
  const field = useField(PATH);
  const labels = listOf(field.value).map(objectOf);
  const set = (next: typeof labels) => field.set(next.map((label) => ({ ...label })));
  const change = (index: number, name: string, text: string) =>
    set(labels.with(index, { ...labels[index], [name]: text }));
  return (
    <fieldset className={authoring['group']}>
      <legend>Labels</legend>
      {labels.map((label, index) => (
        // Labels have no identity but their position.
        <div key={index} className={classes['label']}>
          <TextInput
            aria-label={`Key of label ${index + 1}`}
            placeholder="Key"
            value={textOf(label['key'])}
            onChange={(event) => change(index, 'key', event.currentTarget.value)}
          />
          <TextInput
            aria-label={`Value of label ${index + 1}`}
            placeholder="Value"
            value={textOf(label['value'])}
            onChange={(event) => change(index, 'value', event.currentTarget.value)}
          />
          <ActionIcon aria-label={`Remove label ${index + 1}`} onClick={() => set(labels.toSpliced(index, 1))}>
            ✕
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button onClick={() => set([...labels, { key: '', value: '' }])}>Add label</Button>
      </div>
    </fieldset>
  );
}
