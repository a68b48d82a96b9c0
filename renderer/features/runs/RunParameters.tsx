import { Link } from 'wouter';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { useResources } from '../../core/hangar.ts';
import { ParamValues } from '../../core/run/ParamValues.tsx';
import { MetaLine } from '../../ui/MetaLine.tsx';
import { duration } from '../../ui/time.ts';
import classes from './RunDetail.module.css';

/** Parameter values, resources and limits of a run. */
export function RunParameters({ detail: { run } }: { detail: RunDetail }) {
  const { items: resources } = useResources();
  const bound = Object.entries(run.resources);
  return (
    <>
      <Heading text="Values" />
      {Object.keys(run.paramValues).length === 0 ? (
        <p>None</p>
      ) : (
        <ParamValues params={run.params} values={run.paramValues} />
      )}
      <Heading text="Resources" />
      {bound.length === 0 && <p>None</p>}
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
        <MetaLine
          items={[
            `Timeout ${duration(run.timeout * 1000)}`,
            `runtime ${run.runtime}`,
            ...run.constraints.labels.map(({ key, value }) => `${key}=${value}`),
            run.isPrivate && 'private',
          ]}
        />
      </p>
    </>
  );
}

function Heading({ text }: { text: string }) {
  return <h2 className={classes['heading']}>{text}</h2>;
}
