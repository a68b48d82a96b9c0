import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import { type RunStatus, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { CopyGet } from '../../core/request/ApiResponse.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { treeHeight } from '../../ui/tree-height.ts';
import { cellText } from './displays/cell-text.ts';
import { RunDisplays } from './displays/RunDisplays.tsx';
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
  if (status === 'Failed') return <p className="quiet">None. The run failed before it set one.</p>;
  if (!TERMINAL_RUN_STATUSES.has(status))
    return <p className="quiet">No output yet. It appears here when the run sets it.</p>;
  return (
    <p className="quiet">
      None. <DocsLink href="/docs/behaviors.html">Set the output</DocsLink> with an output step, the return value of a
      script, or a “hangar_output:set …” line printed by a command.
    </p>
  );
}

function Tables({ output }: { output: JsonObject }) {
  const entries = Object.entries(output);
  const lists = entries.filter((entry): entry is [string, JsonObject[]] => isTable(entry[1]));
  const plain = entries.filter(([, value]) => !isTable(value));
  return (
    <div className={classes['tables']} role="region" aria-label="Tables" tabIndex={0}>
      {plain.length > 0 && <Table columns={['name', 'value']} rows={plain.map(([name, value]) => ({ name, value }))} />}
      {lists.map(([name, rows]) => (
        <section key={name}>
          <h2 className={classes['heading']}>{name}</h2>
          <Table columns={[...new Set(rows.flatMap((row) => Object.keys(row)))]} rows={rows} />
        </section>
      ))}
    </div>
  );
}

function isTable(value: Json): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item));
}

const MAX_ROWS = 500;

function Table({ columns, rows }: { columns: readonly string[]; rows: readonly JsonObject[] }) {
  return (
    <>
      <DataTable columns={columns}>
        {rows.slice(0, MAX_ROWS).map((row, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column}>
                <code>
                  <LongText text={cellText(row[column])} />
                </code>
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
      {rows.length > MAX_ROWS && <p>{rows.length - MAX_ROWS} more rows in the tree view.</p>}
    </>
  );
}
