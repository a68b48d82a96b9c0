import { Button, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { Json } from '../../shared/model/json.ts';
import { CopyButton } from './CopyButton.tsx';
import { foldablePaths, type JsonLine, jsonLines } from './json-lines.ts';
import classes from './JsonView.module.css';
import { LongText } from './LongText.tsx';
import { useRememberedText } from './remembered-text.ts';
import { type LinesHandle, VirtualLines } from './VirtualLines.tsx';

interface JsonViewProps {
  /** Anything that came as JSON. */
  readonly value: unknown;
  /** Names the value: `Output`. */
  readonly label: string;
  /** How tall; without it, as tall as its place. */
  readonly height?: number;
}

/** A JSON value to read: folds, searches, copies, as a tree or raw. */
export function JsonView({ value: given, label, height }: JsonViewProps) {
  // Answers are JSON by the contract, though their interfaces do not say so.
  const value = given as Json;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [raw, setRaw] = useState(false);
  const [text, setText] = useRememberedText(label);
  const lines = useMemo(() => jsonLines(value, raw ? new Set() : folded), [value, folded, raw]);
  const pretty = useMemo(() => JSON.stringify(value, null, 2), [value]);
  const found = useMemo(() => search(lines, text), [lines, text]);
  const handle = useRef<LinesHandle>(null);
  const [at, setAt] = useState(0);
  const foldables = useMemo(() => foldablePaths(value, 1), [value]);
  const go = (step: number) => {
    const next = found.length === 0 ? 0 : (at + step + found.length) % found.length;
    setAt(next);
    handle.current?.scrollTo(found[next] ?? 0);
  };
  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const marked = found[at];
  return (
    <div className={classes['root']} style={height === undefined ? undefined : { height }}>
      <div className={classes['bar']}>
        <TextInput
          size="xs"
          aria-label={`Search in ${label}`}
          placeholder="Search…"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFolded(new Set());
            setAt(0);
          }}
          onKeyDown={(event) => event.key === 'Enter' && go(event.shiftKey ? -1 : 1)}
        />
        <span role="status" className={classes['count']}>
          {text === '' ? '' : found.length === 0 ? 'not found' : `${at + 1} of ${found.length}`}
        </span>
        <span className={classes['grow']} />
        {!raw && foldables.length > 0 && (
          <Button size="compact-xs" onClick={() => setFolded(new Set(folded.size > 0 ? [] : foldables))}>
            {folded.size > 0 ? 'Unfold all' : 'Fold all'}
          </Button>
        )}
        <Button size="compact-xs" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          Raw
        </Button>
        <CopyButton value={pretty} label={`Copy ${label}`} short="Copy" />
      </div>
      <VirtualLines
        label={label}
        count={lines.length}
        keyOf={(index) => `${lines[index]?.kind ?? ''}${lines[index]?.path ?? ''}`}
        handle={handle}
        render={(index) => {
          const line = lines[index];
          return (
            line !== undefined && (
              <Line line={line} raw={raw} isMarked={marked === index && text !== ''} onToggle={toggle} />
            )
          );
        }}
      />
    </div>
  );
}

interface LineProps {
  readonly line: JsonLine;
  readonly raw: boolean;
  readonly isMarked: boolean;
  readonly onToggle: (path: string) => void;
}

function Line({ line, raw, isMarked, onToggle }: LineProps) {
  const { depth, kind, name, text, type, size, folded, comma, path } = line;
  const closing = type === 'array' ? ']' : '}';
  return (
    <span className={classes['line']} data-marked={isMarked}>
      {raw ? '  '.repeat(depth) : <span style={{ paddingLeft: depth * 16 }} />}
      {!raw && (
        <span className={classes['fold']}>
          {kind === 'open' && (
            <button
              type="button"
              aria-expanded={!folded}
              aria-label={`${path === '' ? 'Everything' : path}, ${size} entries`}
              onClick={() => onToggle(path)}
            >
              {folded ? '▸' : '▾'}
            </button>
          )}
        </span>
      )}
      {name !== '' && <span className={classes['name']}>{name}: </span>}
      <span data-type={kind === 'value' ? type : 'bracket'} className={classes['value']}>
        <LongText text={text} />
      </span>
      {folded && (
        <span className={classes['hint']}>
          {' '}
          … {size} {closing}
        </span>
      )}
      {(kind !== 'open' || folded) && comma && ','}
    </span>
  );
}

function search(lines: readonly JsonLine[], text: string): number[] {
  if (text === '') return [];
  const wanted = text.toLowerCase();
  return lines.flatMap(({ name, text: shown }, index) =>
    `${name}: ${shown}`.toLowerCase().includes(wanted) ? [index] : [],
  );
}
