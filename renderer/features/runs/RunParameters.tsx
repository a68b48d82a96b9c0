import { Link } from 'wouter';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import type { Json } from '../../../shared/values/json.ts';
import { useResources } from '../../core/data.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { TabPanel } from '../../ui/LinkTabs.tsx';
import { duration } from '../../ui/time.ts';
import classes from './RunDetail.module.css';

/** What the run was given: values by parameter, resources, limits. */
export function RunParameters({ detail: { run } }: { detail: RunDetail }) {
  const names = new Map(run.params.map(({ slug, name }) => [slug, name]));
  const { items: resources } = useResources();
  const values = Object.entries(run.paramValues);
  const bound = Object.entries(run.resources);
  return (
    <TabPanel label="Parameters">
      <Heading text="Values" />
      {values.length === 0 ? (
        <p>None.</p>
      ) : (
        <Rows rows={values.map(([slug, value]) => [names.get(slug) ?? slug, slug, value])} />
      )}
      {values.length > 0 && (
        <p>
          <CopyButton value={() => JSON.stringify(run.paramValues, null, 2)} label="Copy the values as JSON" />
        </p>
      )}
      <Heading text="Resources" />
      {bound.length === 0 && <p>None.</p>}
      <ul>
        {bound.map(([alias, id]) => (
          <li key={alias}>
            <code className="mono">{alias}</code> →{' '}
            <Link href={`/resources/${id}`}>{resources.find((item) => item.id === id)?.slug ?? id}</Link>
          </li>
        ))}
      </ul>
      <Heading text="Limits" />
      <p>
        Timeout {duration(run.timeout * 1000)} · runtime {run.runtime}
        {run.constraints.labels.map(({ key, value }) => ` · ${key}=${value}`)}
        {run.isPrivate ? ' · private' : ''}
      </p>
    </TabPanel>
  );
}

function Heading({ text }: { text: string }) {
  return <h2 className={classes['heading']}>{text}</h2>;
}

function Rows({ rows }: { rows: readonly (readonly [name: string, slug: string, value: Json])[] }) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Slug</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, slug, value]) => (
          <tr key={slug}>
            <td>{name}</td>
            <td>
              <code>{slug}</code>
            </td>
            <td>
              <code>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
