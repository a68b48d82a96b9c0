import { Link } from 'wouter';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { useResources } from '../../core/hangar.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { MetaLine } from '../../ui/MetaLine.tsx';
import { duration } from '../../ui/time.ts';
import { withoutDirections } from '../../ui/without-directions.ts';

/** Parameter values, resources and limits of a run. */
export function RunInput({ detail: { run } }: { detail: RunDetail }) {
  const { items: resources } = useResources();
  const values = Object.entries(run.paramValues);
  const bound = Object.entries(run.resources);
  return (
    <>
      {values.length === 0 && bound.length === 0 && <p className="quiet">The task takes no values.</p>}
      <Facts label="Values" dense>
        {values.map(([slug, value]) => (
          <Fact key={slug} name={<code className="mono">{slug}</code>}>
            <code className="mono">
              <LongText text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </code>
          </Fact>
        ))}
        {bound.map(([alias, id]) => (
          <Fact key={`resource ${alias}`} name={<code className="mono">{alias}</code>}>
            <Link href={`/resources/${id}`}>{resources.find((item) => item.id === id)?.slug ?? id}</Link>
          </Fact>
        ))}
      </Facts>
      <div className="quiet small" style={{ marginTop: 8 }}>
        <MetaLine
          items={[
            `Timeout ${duration(run.timeout * 1000)}`,
            withoutDirections(`runtime ${run.runtime}`),
            ...run.constraints.labels.map(({ key, value }) => withoutDirections(`${key}=${value}`)),
            run.isPrivate && 'private',
          ]}
        />
      </div>
    </>
  );
}
