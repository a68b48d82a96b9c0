import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { numberText } from '../../../ui/counted.ts';
import type { ShownDisplay } from '../../../../shared/model/display.ts';
import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { JsonView } from '../../../ui/JsonView.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { treeHeight } from '../../../ui/tree-height.ts';
import { cellText } from './cell-text.ts';
import classes from './displays.module.css';
import { LazyMarkdown } from './lazy-markdown.ts';

/** The displays of a run, oldest first. */
export function RunDisplays({ displays }: { displays: readonly ShownDisplay[] }) {
  return displays.map((shown, index) => {
    const label = `Display ${index + 1}`;
    return (
      <section key={shown.id} className={classes['display']} aria-label={label}>
        <Content shown={shown} label={label} />
      </section>
    );
  });
}

function Content({ shown: { display, file }, label }: { shown: ShownDisplay; label: string }) {
  switch (display.kind) {
    case 'markdown':
      return (
        <Suspense fallback={<pre className={classes['plain']}>{display.content}</pre>}>
          <LazyMarkdown text={display.content} />
        </Suspense>
      );
    case 'json':
      return (
        <JsonView value={display.value} label={`Value of ${label.toLowerCase()}`} height={treeHeight(display.value)} />
      );
    case 'table':
      return <Table table={display} label={label} />;
    case 'file':
      return file === null ? <p className="quiet">The file was deleted.</p> : <File file={file} />;
  }
}

function File({ file: { name, size, url } }: { file: NonNullable<ShownDisplay['file']> }) {
  return (
    <p>
      <a href={url} download={name}>
        {name}
      </a>{' '}
      <span className="quiet">{numberText(size)} bytes</span>
    </p>
  );
}

/** Number of rows shown at first, and added by the button: each has up to a hundred cells. */
const ROWS = 50;

type TableDisplay = Extract<ShownDisplay['display'], { kind: 'table' }>;

function Table({ table: { columns, rows }, label }: { table: TableDisplay; label: string }) {
  const [most, setMost] = useState(ROWS);
  const left = rows.length - most;
  return (
    <>
      <div className={classes['table']} role="region" aria-label={`Table of ${label.toLowerCase()}`} tabIndex={0}>
        <DataTable columns={columns.map(({ slug, name }) => name ?? slug)}>
          {rows.slice(0, most).map((row, index) => (
            <tr key={index}>
              {columns.map(({ slug }, place) => (
                <td key={place}>
                  <LongText text={cellText(cellOf(row, slug, place))} />
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
        <CopyButton
          value={() => JSON.stringify(rows)}
          label={`Copy as JSON: ${label.toLowerCase()}`}
          short="Copy as JSON"
        />
      </div>
    </>
  );
}

/** The cell of a row that is a list, or an object by slugs. */
function cellOf(row: Json, slug: string, place: number): Json | undefined {
  if (Array.isArray(row)) return row[place];
  return isJsonObject(row) && Object.hasOwn(row, slug) ? row[slug] : undefined;
}
