import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Json } from '../../../../shared/values/json.ts';
import { numberText } from '../../../ui/text/shown-text.tsx';
import { DataTable } from '../../../ui/lists/DataTable.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import classes from './displays.module.css';

/** Number of rows shown at first, and added by the button: each may have a hundred cells. */
const ROWS = 50;

interface PagedTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly cellOf: (row: Row, column: number) => Json | undefined;
  /** Further buttons below the table. */
  readonly actions?: ReactNode;
}

/** A table of JSON values from a run, of which a button shows more rows. */
export function PagedTable<Row>({ label, columns, rows, cellOf, actions }: PagedTableProps<Row>) {
  const [most, setMost] = useState(ROWS);
  const left = rows.length - most;
  return (
    <>
      <div className={classes['table']} role="region" aria-label={label} tabIndex={0}>
        <DataTable columns={columns}>
          {rows.slice(0, most).map((row, index) => (
            <tr key={index}>
              {columns.map((_, column) => (
                <td key={column}>
                  <LongText text={cellText(cellOf(row, column))} />
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      </div>
      <div className={classes['tools']}>
        {left > 0 && (
          <Button size="compact-xs" onClick={() => setMost(most + ROWS)}>
            {Math.min(left, ROWS)} more rows of {numberText(left)}
          </Button>
        )}
        {actions}
      </div>
    </>
  );
}

/** The text of a cell: a string unchanged, any other value as JSON. */
function cellText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
