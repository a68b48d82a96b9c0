import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { exampleValues } from '../../core/forms/input-values.ts';
import { type InfoItem, useResources, useTasks } from '../../core/data/hangar.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { Link } from 'wouter';
import { CopyButton, CopyIcon } from '../../ui/inputs/CopyButton.tsx';
import classes from './Overview.module.css';
import { firstCallable, snippetsOf } from './snippets.ts';
import { Select } from '../../ui/inputs/Select.tsx';

/** The base URL and the API key; the snippets are behind a button. */
export function ConnectCard({ info }: { info: InfoItem }) {
  const [isOpen, setOpen] = useState(false);
  const snippet = useSnippet(info);
  return (
    <section className={classes['connect']} aria-labelledby="connect">
      <ConnectHeading>
        <Button size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide snippets' : 'Show snippets'}
        </Button>
      </ConnectHeading>
      <Address info={info} />
      {isOpen && <Snippets {...snippet} />}
    </section>
  );
}

export function ConnectHeading({ children }: { children?: ReactNode }) {
  return (
    <div className={classes['heading']}>
      <h2 id="connect">Connect your program</h2>
      <span className="grow" />
      {children}
      <Link href="/api-keys">API keys</Link>
    </div>
  );
}

/** The base URL and the API key. */
export function Address({ info }: { info: InfoItem }) {
  return (
    <dl className={classes['facts']}>
      {Object.entries({ 'Base URL': info.url, 'API key': info.apiKey }).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
            <CopyIcon value={value} label={`Copy ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Code that executes a chosen task, in a chosen language. */
export function useSnippet(info: InfoItem) {
  const { items: tasks, loaded } = useTasks();
  const { items: resources } = useResources();
  const [chosen, choose] = useState('');
  const selected = tasks.find(({ id }) => id === chosen);
  const callable = firstCallable(selected === undefined ? tasks : [selected], resources);
  const task = selected ?? callable ?? tasks[0];
  const [name, setName] = useState('curl');
  const call = task && { ...info, slug: task.slug, paramValues: exampleValues(task.parameters) };
  const snippets = call === undefined ? [] : snippetsOf(call);
  const shown = snippets.find((snippet) => snippet.name === name) ?? snippets[0];
  return { tasks, loaded, choose, task, isCallable: callable !== undefined, setName, snippets, shown };
}

/** The snippet, with its choices. @param props `isPrimary` when to copy it is the next step */
export function Snippets({ isPrimary = false, ...snippet }: ReturnType<typeof useSnippet> & { isPrimary?: boolean }) {
  const { tasks, loaded, choose, task, isCallable, setName, snippets, shown } = snippet;
  if (task === undefined || shown === undefined)
    return loaded && <p className="quiet">Create a task, and the code that executes it appears here.</p>;
  return (
    <>
      <div className="row">
        <SegmentedControl
          size="xs"
          aria-label="Language"
          value={shown.name}
          onChange={setName}
          data={snippets.map(({ name }) => name)}
        />
        <label className={classes['choice']}>
          <span className="quiet small">Task</span>
          <Select
            size="xs"
            aria-label="Task"
            value={task.id}
            data={tasks.map(({ id, slug, name = slug }) => ({ value: id, label: name }))}
            onValue={choose}
          />
        </label>
        {!isCallable && <span className="quiet small">Replace the example values</span>}
        <span className="grow" />
        <CopyButton
          value={shown.text}
          label={`Copy the ${shown.name} snippet`}
          short="Copy"
          {...(isPrimary ? { size: 'sm', variant: 'filled' } : {})}
        />
      </div>
      <pre className={classes['snippet']} tabIndex={0} role="region" aria-label={`${shown.name} snippet`}>
        {shown.text}
      </pre>
      <p className="quiet small">
        An SDK of the service needs only the base URL and the API key.{' '}
        <DocsLink href="/docs/#point-your-program-here">How to connect</DocsLink>
      </p>
    </>
  );
}
