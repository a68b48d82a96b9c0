import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useResources, useTasks } from '../../core/data.ts';
import { exampleValues } from '../../core/forms/example-values.ts';
import type { InfoItem, TaskItem } from '../../core/hangar.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './Overview.module.css';
import { firstCallable, snippetsOf } from './snippets.ts';

/** The newcomer's first question: what do I put into my program? */
export function ConnectCard({ info }: { info: InfoItem }) {
  const { items: tasks } = useTasks();
  const { items: resources, loaded } = useResources();
  const [chosen, choose] = useState('');
  const asked = tasks.find(({ id }) => id === chosen);
  const callable = firstCallable(asked === undefined ? tasks : [asked], resources);
  const task = loaded ? (asked ?? callable ?? tasks[0]) : undefined;
  const [name, setName] = useState('curl');
  const [withOutput, setWithOutput] = useState(false);
  const snippets =
    task === undefined
      ? []
      : snippetsOf({ ...info, slug: task.slug, paramValues: exampleValues(task.parameters) }, { withOutput });
  const shown = snippets.find((snippet) => snippet.name === name) ?? snippets[0];
  return (
    <section className={classes['card']} aria-labelledby="connect">
      <h2 id="connect">Put this into your program</h2>
      <dl className={classes['facts']}>
        <Fact name="Base URL" value={info.url} />
        <Fact name="API key" value={info.apiKey} />
      </dl>
      {shown !== undefined && task !== undefined && (
        <>
          <div className={classes['line']}>
            <SegmentedControl
              size="xs"
              aria-label="Language"
              value={shown.name}
              onChange={setName}
              data={snippets.map((snippet) => snippet.name)}
            />
            <TaskChoice tasks={tasks} task={task} onChoose={choose} />
            <span className={classes['quiet']}>{callable === undefined ? 'with values of yours' : 'as it is'}</span>
            <Checkbox
              size="xs"
              label="and reads its output"
              checked={withOutput}
              onChange={(event) => setWithOutput(event.currentTarget.checked)}
            />
            <span className={classes['grow']} />
            <CopyButton value={shown.text} label={`Copy the ${shown.name} snippet`} short="Copy" />
          </div>
          <pre className={classes['snippet']} tabIndex={0} role="region" aria-label={`${shown.name} snippet`}>
            {shown.text}
          </pre>
          <p className={classes['quiet']}>
            Paste it, and the run appears here at once{withOutput && '; its output follows when it has ended'}. A client
            of the service needs only the base URL and the key.
          </p>
        </>
      )}
    </section>
  );
}

interface TaskChoiceProps {
  readonly tasks: readonly TaskItem[];
  readonly task: TaskItem;
  readonly onChoose: (id: string) => void;
}

function TaskChoice({ tasks, task, onChoose }: TaskChoiceProps) {
  return (
    <label className={classes['choice']}>
      <span className={classes['quiet']}>executes</span>
      <NativeSelect
        size="xs"
        aria-label="Task that the snippet executes"
        value={task.id}
        data={tasks.map(({ id, slug, name = slug }) => ({ value: id, label: name }))}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </label>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton value={value} label={`Copy ${name}`} short="Copy" />
      </dd>
    </>
  );
}
