import { VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { changedPart, type ComparedRow, type RowState } from './compared-lines.ts';
import classes from './compare.module.css';
import { withoutDirections } from '../../../ui/without-directions.ts';

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
export const ComparedCells = memo(function ComparedCells({ row }: { row: ComparedRow }) {
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
  const part = changedPart(withoutDirections(left), withoutDirections(right));
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
