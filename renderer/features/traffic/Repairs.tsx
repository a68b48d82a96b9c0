import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Refusal, Repair } from '../../../shared/contract/emulator/traffic.ts';
import { type Json, jsonOfText, listOf, objectOf, textOf } from '../../../shared/values/json.ts';
import { typeLabel } from '../../authoring/context/parameter-type.ts';
import { useAction } from '../../core/data/action.ts';
import { type RequestEntry, useApi, useHangar, useTasks } from '../../core/data/hangar.ts';
import { useNavigate } from '../../core/page/page.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import classes from './traffic.module.css';

interface RepairsProps {
  readonly entry: RequestEntry;
  /** The query of the list. */
  readonly query: string;
}

/** The values at fault, the nearest name, and buttons that mend a refused request. */
export function Repairs({ entry: { row, request, refusal }, query }: RepairsProps) {
  const [mended, setMended] = useState<Repair>();
  const { again, mend } = useRepairs(row.id, query, setMended);
  if (mended !== undefined) return <Mended repair={mended} isBusy={again.busy} onSendAgain={() => void again.run()} />;
  if (refusal === null) return null;
  const place = row.fault === undefined ? PLACES[row.status] : undefined;
  const made = refusal.repairs.find(({ kind }) => kind === 'createTask');
  return (
    <>
      <Sent refusal={refusal} />
      {(refusal.repairs.length > 0 || place !== undefined) && (
        <div className={classes['repairs']}>
          {inOrder(refusal.repairs).map((repair, index) => (
            <Button
              key={repair.label}
              variant={index === 0 ? 'filled' : 'default'}
              loading={mend.busy}
              onClick={() => void mend.run(repair)}
            >
              {stripBidiControls(repair.label)}
            </Button>
          ))}
          {place !== undefined && (
            <Button component={Link} href={place.href} variant={refusal.repairs.length === 0 ? 'filled' : 'default'}>
              {place.label}
            </Button>
          )}
        </div>
      )}
      {made !== undefined && <MadeTask repair={made} body={jsonOfText(request.body)} />}
    </>
  );
}

/** The page that mends a refusal with this status. */
const PLACES: Readonly<Partial<Record<number, { readonly label: string; readonly href: string }>>> = {
  401: { label: 'Add key', href: '/api-keys/new' },
  403: { label: 'Edit API keys', href: '/api-keys' },
  429: { label: 'Raise the limit…', href: '/settings' },
};

/** The repair that makes a task comes first: it works for any name. */
function inOrder(repairs: readonly Repair[]): readonly Repair[] {
  return repairs.toSorted((a, b) => Number(b.kind === 'createTask') - Number(a.kind === 'createTask'));
}

function useRepairs(id: string, query: string, onMended: (repair: Repair) => void) {
  const { send } = useHangar();
  const api = useApi();
  const navigate = useNavigate();
  const show = (sent: string) => navigate(`/traffic/${sent}${query}`);
  const again = useAction(async () => show((await api.traffic.send({ params: { id }, body: {} })).id));
  const mend = useAction(async (repair: Repair) => {
    const { method, path, body } = repair.request;
    const headers = { 'content-type': 'application/json' };
    const answer = await send({ method, path, headers, body: JSON.stringify(body) });
    const said = objectOf(jsonOfText(answer.body));
    if (answer.status >= 400) throw new Error(textOf(said['error']));
    if (repair.kind === 'sendAgain') show(textOf(said['id']));
    else onMended(repair);
  });
  return { again, mend };
}

/** The values at fault as they were sent, and the nearest name. */
function Sent({ refusal: { sent, nearest } }: { refusal: Refusal }) {
  const task = useTasks().items.find(({ slug }) => slug === nearest);
  if (sent.length === 0 && nearest === '') return null;
  return (
    <p className="quiet">
      {sent.length > 0 && 'The client sent '}
      {sent.map(({ path, value }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <code className={classes['sent']}>{stripBidiControls(`${path}: ${JSON.stringify(value)}`)}</code>
        </span>
      ))}
      {sent.length > 0 && '. '}
      {nearest !== '' && 'Did you mean '}
      {task === undefined ? (
        <code>{nearest}</code>
      ) : (
        <>
          <Link href={`/tasks/${task.id}`}>{task.slug}</Link>, {stripBidiControls(task.name)}
        </>
      )}
      {nearest !== '' && '?'}
    </p>
  );
}

/** The parameters of the task that the call would make. */
function MadeTask({ repair, body }: { repair: Repair; body: Json | undefined }) {
  const parameters = listOf(objectOf(repair.request.body)['parameters']).map(objectOf);
  const values = objectOf(objectOf(body)['paramValues']);
  return (
    <>
      {parameters.length > 0 && (
        <DataTable columns={['It would take', 'Type', 'Guessed from', 'Required']}>
          {parameters.map(({ slug, type, constraints }) => (
            <tr key={textOf(slug)}>
              <td>
                <code>{textOf(slug)}</code>
              </td>
              <td>{typeLabel(textOf(type))}</td>
              <td>
                <code>{stripBidiControls(JSON.stringify(values[textOf(slug)] ?? null).slice(0, 60))}</code>
              </td>
              <td>{objectOf(constraints)['optional'] === true ? 'no' : 'yes'}</td>
            </tr>
          ))}
        </DataTable>
      )}
      <p className="quiet small">
        It logs its parameters and gives them back, so that the next call succeeds. Change that in the editor.
      </p>
    </>
  );
}

/** Says what was mended, and offers to send the request again. */
function Mended({ repair, isBusy, onSendAgain }: { repair: Repair; isBusy: boolean; onSendAgain: () => void }) {
  const { kind, request } = repair;
  const slug = textOf(objectOf(request.body)['slug']);
  const task = useTasks().items.find((item) => item.slug === slug);
  return (
    <>
      <p role="status" className="quiet">
        {stripBidiControls(
          kind === 'createTask' ? `Task ${slug} is created. The next call succeeds.` : `Done: ${repair.label}.`,
        )}
      </p>
      <div className={classes['repairs']}>
        <Button variant="filled" loading={isBusy} onClick={onSendAgain}>
          Send it again
        </Button>
        {task !== undefined && (
          <Button component={Link} href={`/tasks/${task.id}`}>
            Edit task {slug}
          </Button>
        )}
      </div>
    </>
  );
}
