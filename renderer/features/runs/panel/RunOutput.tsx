import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import { isJsonObject, type Json, type JsonObject, ownField } from '../../../../shared/values/json.ts';
import { type RunStatus, TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { CopyGet } from '../../../core/request/ResponseView.tsx';
import { counted, stripBidiControls, DocsLink } from '../../../ui/text/shown-text.tsx';
import { JsonView } from '../../../ui/lists/JsonView.tsx';
import { treeHeight } from '../../../ui/text/json-lines.ts';
import { RunDisplays } from '../displays/RunDisplays.tsx';
import { PagedTable } from '../displays/PagedTable.tsx';
import classes from './RunDetail.module.css';

const VIEWS = [
  { value: 'json', label: 'Tree' },
  { value: 'table', label: 'Table' },
];

/** The displays of a run, and its output as a tree or as tables. */
export function RunOutput({ detail: { output, row, displays } }: { detail: RunDetail }) {
  const [view, setView] = useState('json');
  const isSet = isOutputSet(output, row.status);
  return (
    <>
      <div className={classes['outputHead']}>
        <h2>Output</h2>
        {isSet && <SegmentedControl size="xs" aria-label="View" value={view} onChange={setView} data={VIEWS} />}
        <CopyGet path={`/v0/runs/getOutputs?id=${row.id}`} label="Copy as curl: the outputs" />
      </div>
      <RunDisplays displays={displays} />
      {!isSet && displays.length === 0 && <NoOutput status={row.status} />}
      {isSet && view === 'json' && <JsonView value={output} label="Output" height={treeHeight(output)} />}
      {isSet && view === 'table' && <Tables output={isJsonObject(output) ? output : { output }} />}
    </>
  );
}

/** False for an empty output, and for that of a failed run with nothing but the error, which stands beside it. */
function isOutputSet(output: Json, status: RunStatus): boolean {
  if (!isJsonObject(output)) return true;
  const keys = Object.keys(output);
  return keys.length > 0 && !(status === 'Failed' && keys.length === 1 && keys[0] === 'error');
}

function NoOutput({ status }: { status: RunStatus }) {
  if (!TERMINAL_RUN_STATUSES.has(status))
    return <p className="quiet">No output yet. It appears here when the run sets it.</p>;
  if (status !== 'Succeeded') return <p className="quiet">None. The run ended before it set one.</p>;
  return (
    <p className="quiet">
      None. <DocsLink href="/docs/behaviors.html">Set the output</DocsLink> with an output step, the return value of a
      script, or a “hangar_output:set …” line printed by a command.
    </p>
  );
}

/** Maximum numbers of tables, and of columns of a table: a browser stands still for long with more. */
const MOST_TABLES = 20;
const MOST_COLUMNS = 100;

function Tables({ output }: { output: JsonObject }) {
  const entries = Object.entries(output);
  const lists = entries.filter((entry): entry is [string, JsonObject[]] => isTable(entry[1]));
  const plain = entries.filter(([, value]) => !isTable(value));
  return (
    <div className={classes['tables']} role="region" aria-label="Tables" tabIndex={0}>
      {plain.length > 0 && <Table name="Values" rows={plain.map(([name, value]) => ({ name, value }))} />}
      {lists.slice(0, MOST_TABLES).map(([name, rows]) => (
        <section key={name}>
          <h2 className={classes['heading']}>{stripBidiControls(name)}</h2>
          <Table name={name} rows={rows} />
        </section>
      ))}
      <TreeHint count={lists.length - MOST_TABLES} noun="table" />
    </div>
  );
}

function isTable(value: Json): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item));
}

function Table({ name, rows }: { name: string; rows: readonly JsonObject[] }) {
  const all = useMemo(() => [...new Set(rows.flatMap((row) => Object.keys(row)))], [rows]);
  const columns = all.slice(0, MOST_COLUMNS);
  return (
    <>
      <PagedTable label={name} columns={columns} rows={rows} cellOf={(row, at) => ownField(row, columns[at] ?? '')} />
      <TreeHint count={all.length - MOST_COLUMNS} noun="column" />
    </>
  );
}

/** Says how much of the output only the tree shows. */
function TreeHint({ count, noun }: { count: number; noun: string }) {
  return count > 0 && <p className="quiet">{counted(count, `more ${noun}`)} in the tree view.</p>;
}
