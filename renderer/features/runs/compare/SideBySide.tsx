import { Button, VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useCommands } from '../../../core/commands/commands.ts';
import { counted, stripBidiControls, LinkedText } from '../../../ui/text/shown-text.tsx';
import { type ComparedPart, type ShownRow, shownRows } from './shown-rows.ts';
import classes from './compare.module.css';
import { changedPart, type ComparedRow, type RowState } from './compared-lines.ts';

/** Height of a row in pixels before it is measured. */
const ROW = 20;

/** Parts of two runs in two columns, with differences marked. N and P go to the next and the previous one. */
export function SideBySide({ parts }: { parts: readonly ComparedPart[] }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => shownRows(parts, unfolded), [parts, unfolded]);
  const scroller = useRef<HTMLDivElement>(null);
  // By its key, since unfolding changes the indexes.
  const [chosen, setChosen] = useState('');
  const current = useMemo(() => rows.findIndex(({ key }) => key === chosen), [rows, chosen]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 36 : ROW),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
    initialRect: { width: 600, height: 600 },
  });
  const differing = rows.reduce((sum, row) => sum + (row.kind === 'heading' ? row.differing : 0), 0);
  const go = (step: 1 | -1): void => {
    const found = nextDifference(rows, current, step);
    if (found === undefined) return;
    setChosen(rows[found]?.key ?? '');
    virtualizer.scrollToIndex(found, { align: 'center' });
  };
  return (
    <>
      <DifferenceTools count={differing} go={go} />
      <div ref={scroller} className={classes['scroller']} role="region" aria-label="Comparison" tabIndex={0}>
        <div style={{ height: virtualizer.getTotalSize() }} className={classes['all']}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-current={index === current}
              className={classes['place']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Shown row={rows[index]} onUnfold={(part) => setUnfolded((before) => new Set([...before, part]))} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/** The number of differences, and what goes to the next and the previous one. */
function DifferenceTools({ count, go }: { count: number; go: (step: 1 | -1) => void }) {
  const when = count > 0;
  const group = 'Compare';
  useCommands([
    { id: 'next-difference', title: 'Next difference', group, shortcut: 'N', when, run: () => go(1) },
    { id: 'previous-difference', title: 'Previous difference', group, shortcut: 'P', when, run: () => go(-1) },
  ]);
  return (
    <div className={classes['tools']}>
      <span role="status" className="quiet small grow">
        {count === 0 ? 'No differences' : counted(count, 'difference')}
      </span>
      <Button size="compact-xs" disabled={count === 0} onClick={() => go(-1)}>
        Previous difference
      </Button>
      <Button size="compact-xs" disabled={count === 0} onClick={() => go(1)}>
        Next difference
      </Button>
    </div>
  );
}

function Shown({ row, onUnfold }: { row: ShownRow | undefined; onUnfold: (part: string) => void }) {
  switch (row?.kind) {
    case 'heading':
      return (
        <h2 className={classes['heading']}>
          {row.text} <span className="quiet small">{row.differing > 0 && counted(row.differing, 'difference')}</span>
        </h2>
      );
    case 'row':
      return <ComparedCells row={row.row} />;
    case 'fold':
      return (
        <button type="button" className={classes['fold']} onClick={() => onUnfold(row.part)}>
          {counted(row.count, 'equal line')}
        </button>
      );
    case 'empty':
      return <p className={classes['empty']}>{row.text}</p>;
    case undefined:
      return null;
  }
}

/** Index of the next or previous different row, continued from the other end. */
function nextDifference(rows: readonly ShownRow[], from: number, step: 1 | -1): number | undefined {
  for (let n = 1; n <= rows.length; n++) {
    const index = ((((from < 0 && step < 0 ? 0 : from) + step * n) % rows.length) + rows.length) % rows.length;
    const row = rows[index];
    if (row?.kind === 'row' && row.row.state !== 'same') return index;
  }
  return undefined;
}

/** Maximum length of a shown text, in characters. */
const MOST = 2000;
/** Maximum number of equal characters shown before the difference in a cut text. */
const BEFORE = 80;

const SIGNS: Readonly<Record<RowState, readonly [string, string]>> = {
  ...{ same: ['', ''], changed: ['≠', '≠'], left: ['−', ''], right: ['', '+'] },
};
const WORDS: Readonly<Record<RowState, string>> = {
  ...{ same: '', changed: 'different', left: 'only left', right: 'only right' },
};

/** The two cells of a row. The part that differs is marked. */
const ComparedCells = memo(function ComparedCells({ row }: { row: ComparedRow }) {
  const { state, left, right } = row;
  const [signLeft, signRight] = SIGNS[state];
  const [textLeft, textRight] = state === 'changed' ? marked(left, right) : [linked(left), linked(right)];
  return (
    <div className={classes['row']} data-state={state}>
      {WORDS[state] !== '' && <VisuallyHidden>{WORDS[state]}: </VisuallyHidden>}
      <Cell side="left" sign={signLeft} text={textLeft} />
      <Cell side="right" sign={signRight} text={textRight} />
    </div>
  );
});

function Cell({ side, sign, text }: { side: 'left' | 'right'; sign: string; text: ReactNode }) {
  return (
    <div className={classes['cell']} data-side={side}>
      <span className={classes['sign']} aria-hidden>
        {sign}
      </span>
      <span className={classes['text']}>{text}</span>
    </div>
  );
}

/** Two different texts with the difference marked. */
function marked(left: string, right: string): [ReactNode, ReactNode] {
  const part = changedPart(stripBidiControls(left), stripBidiControls(right));
  const isLong = Math.max(left.length, right.length) > MOST;
  const head = isLong && part.head.length > BEFORE ? `…${part.head.slice(-BEFORE)}` : part.head;
  const tail = cut(part.tail);
  return [
    <>
      {head}
      {part.left !== '' && <del>{cut(part.left)}</del>}
      {tail}
    </>,
    <>
      {head}
      {part.right !== '' && <ins>{cut(part.right)}</ins>}
      {tail}
    </>,
  ];
}

function linked(text: string): ReactNode {
  return <LinkedText text={cut(text)} />;
}

function cut(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST)}… ${text.length - MOST} more characters`;
}
