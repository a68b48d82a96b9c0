import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import { ApiRequest } from '../../core/request/ApiResponse.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { EmptyState } from '../../ui/states.tsx';
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
  const isEmpty = isJsonObject(output) && Object.keys(output).length === 0;
  return (
    <>
      <RunDisplays displays={displays} />
      <ApiRequest path={`/v0/runs/getOutputs?id=${row.id}`} label="Copy as curl: the outputs">
        {!isEmpty && <SegmentedControl size="xs" aria-label="View" value={view} onChange={setView} data={VIEWS} />}
      </ApiRequest>
      {isEmpty && displays.length === 0 && <NoOutput hasEnded={row.endedAt !== null} />}
      {!isEmpty && view === 'json' && <JsonView value={output} label="Output" height={treeHeight(output)} />}
      {!isEmpty && view === 'table' && <Tables output={isJsonObject(output) ? output : { output }} />}
    </>
  );
}

function NoOutput({ hasEnded }: { hasEnded: boolean }) {
  if (!hasEnded) return <EmptyState title="No output yet">The output appears here when the run sets it.</EmptyState>;
  return (
    <EmptyState title="No output">
      <DocsLink href="/docs/behaviors.html">Set the output</DocsLink> with an output step, the return value of a script,
      or a “hangar_output:set …” line printed by a command.
    </EmptyState>
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
