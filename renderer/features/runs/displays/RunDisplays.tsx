import { numberText, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import type { ShownDisplay } from '../../../../shared/model/display.ts';
import { isJsonObject, type Json, ownField } from '../../../../shared/values/json.ts';
import { CopyButton } from '../../../ui/inputs/CopyButton.tsx';
import { JsonView } from '../../../ui/lists/JsonView.tsx';
import { treeHeight } from '../../../ui/text/json-lines.ts';
import { PagedTable } from './PagedTable.tsx';
import classes from './displays.module.css';
import { LazyMarkdown } from '../../../ui/markdown/LazyMarkdown.tsx';

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
      return <LazyMarkdown text={display.content} />;
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
        {stripBidiControls(name)}
      </a>{' '}
      <span className="quiet">{numberText(size)} bytes</span>
    </p>
  );
}

type TableDisplay = Extract<ShownDisplay['display'], { kind: 'table' }>;

function Table({ table: { columns, rows }, label }: { table: TableDisplay; label: string }) {
  const name = label.toLowerCase();
  return (
    <PagedTable
      label={`Table of ${name}`}
      columns={columns.map(({ slug, name: title }) => title ?? slug)}
      rows={rows}
      cellOf={(row, column) => cellOf(row, columns[column]?.slug ?? '', column)}
      actions={<CopyButton value={() => JSON.stringify(rows)} label={`Copy as JSON: ${name}`} short="Copy as JSON" />}
    />
  );
}

/** The cell of a row that is a list, or an object by slugs. */
function cellOf(row: Json, slug: string, place: number): Json | undefined {
  if (Array.isArray(row)) return row[place];
  return isJsonObject(row) ? ownField(row, slug) : undefined;
}
