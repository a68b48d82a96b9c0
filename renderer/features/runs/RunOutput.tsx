import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import { useInfo } from '../../core/data.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { TabPanel } from '../../ui/LinkTabs.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './RunDetail.module.css';
import { readCurl } from './run-curl.ts';

/** What the run put out: as a tree (or raw), or as tables. */
export function RunOutput({ detail: { output, row } }: { detail: RunDetail }) {
  const [view, setView] = useState('json');
  if (isJsonObject(output) && Object.keys(output).length === 0) {
    return (
      <TabPanel label="Output">
        <Request id={row.id} />
        <EmptyState title="No output">
          {row.endedAt === null
            ? 'The run has set none yet; it appears here when it does.'
            : 'A step “output” sets it, what a script returns, or a line “hangar_output:set …” that a command prints.'}
        </EmptyState>
      </TabPanel>
    );
  }
  return (
    <TabPanel label="Output" fill>
      <div className={classes['bar']}>
        <SegmentedControl
          size="xs"
          aria-label="Show the output as"
          value={view}
          onChange={setView}
          data={[
            { value: 'json', label: 'Tree' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </div>
      <Request id={row.id} />
      {view === 'json' ? (
        <JsonView value={output} label="Output" />
      ) : (
        <Tables output={isJsonObject(output) ? output : { output }} />
      )}
    </TabPanel>
  );
}

/** How a program reads what is shown here. */
function Request({ id }: { id: string }) {
  const info = useInfo();
  const path = `/v0/runs/getOutputs?id=${id}`;
  return (
    <div className={classes['bar']}>
      <code className="mono">GET {path}</code>
      {info !== undefined && (
        <CopyButton value={readCurl(info, path)} label="Copy as curl: the outputs" short="Copy as curl" />
      )}
    </div>
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

const MOST_ROWS = 500;

function Table({ columns, rows }: { columns: readonly string[]; rows: readonly JsonObject[] }) {
  return (
    <>
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, index) => (
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
        </tbody>
      </table>
      {rows.length > MOST_ROWS && <p>{rows.length - MOST_ROWS} more rows; the tree shows all.</p>}
    </>
  );
}

function cellText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
