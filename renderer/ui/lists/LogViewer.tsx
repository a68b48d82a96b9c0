import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import type { LogEntry } from '../../../shared/model/run.ts';
import { LOG_LEVELS, type LogLevel } from '../../../shared/model/log-level.ts';
import { CopyButton } from '../inputs/CopyButton.tsx';
import { counted, numberText, LinkedText, type SourceOf } from '../text/shown-text.tsx';
import classes from './LogViewer.module.css';
import { LongText } from '../text/LongText.tsx';
import { useSessionText, Viewer } from './Viewer.tsx';
import { EmptyState } from '../text/states.tsx';
import { clockTime } from '../text/time.tsx';
import { type LinesHandle, VirtualLines } from './VirtualLines.tsx';
import { Select } from '../inputs/Select.tsx';

interface LogViewerProps {
  /** In ascending order. */
  readonly lines: readonly LogEntry[];
  /** True while more lines may arrive. Follows the end until the user scrolls up. */
  readonly live: boolean;
  /** Shown when there are no lines. */
  readonly empty: ReactNode;
  /** Finds the source of scripts, for links to its lines. */
  readonly source?: SourceOf | undefined;
}

const LOWEST = LOG_LEVELS[0];

/** A log with search, minimum level and following. */
export function LogViewer({ lines: given, live, empty, source }: LogViewerProps) {
  const lines = useMemo(() => given.map(readable), [given]);
  const [follow, setFollow] = useState(true);
  const [level, setLevel] = useState<LogLevel>(LOWEST);
  const [text, setText] = useSessionText('Log');
  const handle = useRef<LinesHandle>(null);
  const shown = useMemo(() => select(lines, level, text), [lines, level, text]);
  const last = shown.at(-1)?.insertID;
  useEffect(() => {
    if (follow && live) handle.current?.scrollToEnd();
  }, [follow, live, last]);
  return (
    <Viewer
      tools={
        <>
          <TextInput
            size="xs"
            aria-label="Search in the log"
            placeholder="Search…"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <LevelSelect value={level} onValue={setLevel} />
        </>
      }
      note={countText(shown.length, lines.length)}
      actions={
        <>
          {live ? <Follow checked={follow} onChange={setFollow} /> : <ScrollToEnd handle={handle} />}
          <CopyButton value={() => textOf(shown)} label="Copy the log" short="Copy" />
        </>
      }
    >
      {lines.length === 0 && empty}
      {lines.length > 0 && shown.length === 0 && (
        <NoMatch
          live={live}
          onShowAll={() => {
            setText('');
            setLevel(LOWEST);
          }}
        />
      )}
      {shown.length > 0 && (
        <VirtualLines
          label="Log"
          count={shown.length}
          keyOf={(index) => shown[index]?.insertID ?? String(index)}
          handle={handle}
          onScroll={(isAtEnd) => live && setFollow(isAtEnd)}
          render={(index) => <LogLine line={shown[index]} source={source} />}
        />
      )}
    </Viewer>
  );
}

/** The choice of the minimum level of the lines shown. */
function LevelSelect({ value, onValue }: { value: LogLevel; onValue: (level: LogLevel) => void }) {
  const data = LOG_LEVELS.map((name) => ({ value: name, label: name === 'error' ? 'error' : `${name} and above` }));
  return <Select size="xs" aria-label="Minimum level" data={data} value={value} onValue={onValue} />;
}

function Follow({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Checkbox size="xs" label="Follow" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  );
}

function ScrollToEnd({ handle }: { handle: RefObject<LinesHandle | null> }) {
  return (
    <Button size="compact-xs" onClick={() => handle.current?.scrollToEnd()}>
      Scroll to end
    </Button>
  );
}

function NoMatch({ live, onShowAll }: { live: boolean; onShowAll: () => void }) {
  return (
    <EmptyState title="No matching lines" action={<Button onClick={onShowAll}>Show all lines</Button>}>
      {live ? 'New lines that match appear here.' : undefined}
    </EmptyState>
  );
}

function textOf(lines: readonly LogEntry[]): string {
  return lines.map((line) => `${line.timestamp} ${line.level} ${line.text}`).join('\n');
}

function countText(shown: number, all: number): string {
  return shown === all ? counted(all, 'line') : `${numberText(shown)} of ${counted(all, 'line')}`;
}

/** A line of a log, with links in its text. */
export function LogLine({ line, source }: { line: LogEntry | undefined; source?: SourceOf | undefined }) {
  if (line === undefined) return null;
  return (
    <span className={classes['line']} data-level={line.level}>
      <time title={line.timestamp}>{clockTime(line.timestamp)}</time>
      <span className={classes['level']}>{line.level}</span>
      <span className={classes['text']}>
        <LongText text={line.text} show={(part) => <LinkedText text={part} source={source} />} />
      </span>
    </span>
  );
}

/** Terminal escape sequences and control characters. */
const ESCAPES = new RegExp(
  '\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)|.)|[\\u0000-\\u0008\\u000b-\\u001f\\u007f]',
  'g',
);

/** A line without escape sequences. */
const readable = memoizeByObject((line: LogEntry): LogEntry => {
  const text = line.text.replace(ESCAPES, '');
  return text === line.text ? line : { ...line, text };
});

function select(lines: readonly LogEntry[], level: LogLevel, text: string): readonly LogEntry[] {
  if (level === LOWEST && text === '') return lines;
  const least = LOG_LEVELS.indexOf(level);
  const wanted = text.toLowerCase();
  return lines.filter((line) => LOG_LEVELS.indexOf(line.level) >= least && line.text.toLowerCase().includes(wanted));
}
