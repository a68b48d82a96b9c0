import { type Colour, oneLine, type Paint } from './terminal-text.ts';

/** A part of a line: any text, whose control characters are escaped, and its colour. */
export type Cell = string | number | { readonly text: string | number; readonly colour: Colour | undefined };

/** Maximum width of a column that is not the last, in characters. */
const MAX_WIDTH = 60;

/** A table as lines, with aligned columns. Long cells end in `…`, except in the last column. */
export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[], paint: Paint): string {
  const cells = rows.map((row) => row.map((cell, column) => shortened(shownCell(cell), column === head.length - 1)));
  const widths = head.map((name, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.text.length ?? 0), name.length),
  );
  const line = (row: readonly ShownCell[]): string =>
    row
      .map(({ text, colour }, column) => {
        const isLast = column === row.length - 1;
        return paint(text, colour) + (isLast ? '' : ' '.repeat((widths[column] ?? 0) - text.length + 2));
      })
      .join('')
      .trimEnd();
  return [line(head.map((text) => ({ text, colour: 'grey' }))), ...cells.map(line)].join('\n');
}

/** Cells as one line, without columns. */
export function lineText(cells: readonly Cell[], paint: Paint): string {
  return cells
    .map(shownCell)
    .map(({ text, colour }) => paint(text, colour))
    .join('  ');
}

interface ShownCell {
  readonly text: string;
  readonly colour: Colour | undefined;
}

function shownCell(cell: Cell): ShownCell {
  const { text, colour } = typeof cell === 'object' ? cell : { text: cell, colour: undefined };
  return { text: oneLine(String(text)), colour };
}

function shortened({ text, colour }: ShownCell, isLast: boolean): ShownCell {
  return { text: isLast || text.length <= MAX_WIDTH ? text : `${text.slice(0, MAX_WIDTH - 1)}…`, colour };
}
