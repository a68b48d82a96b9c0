import { Button, TextInput } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { numberText, LinkedText } from '../text/shown-text.tsx';
import { asJson } from '../../../shared/values/json.ts';
import { CopyButton, CopyIcon } from '../inputs/CopyButton.tsx';
import { type JsonLine, jsonLines } from '../text/json-lines.ts';
import classes from './JsonView.module.css';
import { LongText } from '../text/LongText.tsx';
import { useSessionText, Viewer } from './Viewer.tsx';
import { type LinesHandle, VirtualLines } from './VirtualLines.tsx';

interface JsonViewProps {
  /** A JSON value. */
  readonly value: unknown;
  /** The name of the value, such as `Output`. */
  readonly label: string;
  /** In pixels; as high as its container by default. */
  readonly height?: number;
  /** Stands above the value, which has tools only when it is long. */
  readonly title?: ReactNode;
  /** True for the path of a value that was refused. */
  readonly isWrong?: ((path: string) => boolean) | undefined;
}

const NOTHING: ReadonlySet<string> = new Set();
/** Number of lines that one reads without tools. */
const SHORT = 20;

/** A JSON value to fold, search and copy, as a tree or raw. */
export function JsonView({ value: given, label, height, title, isWrong = () => false }: JsonViewProps) {
  // Callers pass JSON, though their types do not say so.
  const value = asJson(given);
  const [folded, setFolded] = useState(NOTHING);
  const [raw, setRaw] = useState(false);
  const lines = useMemo(() => jsonLines(value, raw ? NOTHING : folded), [value, folded, raw]);
  const handle = useRef<LinesHandle>(null);
  const search = useSearch(label, lines, handle);
  const isFoldable = useMemo(() => lines.some(canFold), [lines]);
  const hasTools = title === undefined || lines.length > SHORT || folded.size > 0;
  const copied = { value: () => JSON.stringify(value, null, 2), label: `Copy ${label}` };
  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  return (
    <Viewer
      height={height}
      tools={
        <>
          {title}
          {hasTools && <SearchInput {...{ label, search }} onSearch={() => setFolded(NOTHING)} />}
        </>
      }
      note={search.note}
      actions={
        <>
          {hasTools && !raw && isFoldable && (
            <Button size="compact-xs" onClick={() => setFolded(folded.size > 0 ? NOTHING : allFolds(lines))}>
              {folded.size > 0 ? 'Unfold all' : 'Fold all'}
            </Button>
          )}
          {title === undefined && (
            <Button size="compact-xs" aria-pressed={raw} onClick={() => setRaw(!raw)}>
              Raw
            </Button>
          )}
          {title === undefined ? <CopyButton {...copied} short="Copy" /> : <CopyIcon {...copied} />}
        </>
      }
    >
      <VirtualLines
        label={label}
        count={lines.length}
        keyOf={(index) => `${lines[index]?.kind ?? ''}${lines[index]?.path ?? ''}`}
        handle={handle}
        wraps
        render={(index) => {
          const line = lines[index];
          if (line === undefined) return false;
          const mark = search.marked === index ? 'found' : isWrong(line.path) ? 'wrong' : undefined;
          return <Line {...{ line, raw, mark }} onToggle={toggle} />;
        }}
      />
    </Viewer>
  );
}

/** The search in the lines of a value: the marked line is the current match. */
function useSearch(label: string, lines: readonly JsonLine[], handle: RefObject<LinesHandle | null>) {
  const [text, setSessionText] = useSessionText(label);
  const isSearched = text !== '';
  const texts = useMemo(() => (isSearched ? lines.map(searchedText) : []), [lines, isSearched]);
  const found = useMemo(() => indexesOf(texts, text), [texts, text]);
  const [chosen, setAt] = useState(0);
  // Folding, or another value, can leave fewer matches.
  const at = Math.min(chosen, Math.max(0, found.length - 1));
  const go = (step: number) => {
    const next = found.length === 0 ? 0 : (at + step + found.length) % found.length;
    setAt(next);
    handle.current?.scrollTo(found[next] ?? 0);
  };
  const setText = (next: string) => {
    setSessionText(next);
    setAt(0);
  };
  const place = found.length === 0 ? 'not found' : `${numberText(at + 1)} of ${numberText(found.length)}`;
  return { text, setText, go, marked: found[at], note: isSearched ? place : '' };
}

interface SearchInputProps {
  readonly label: string;
  readonly search: ReturnType<typeof useSearch>;
  /** Called when the text changes. */
  readonly onSearch: () => void;
}

function SearchInput({ label, search: { text, setText, go }, onSearch }: SearchInputProps) {
  return (
    <TextInput
      size="xs"
      aria-label={`Search in ${label}`}
      placeholder="Search…"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onSearch();
      }}
      onKeyDown={(event) => event.key === 'Enter' && go(event.shiftKey ? -1 : 1)}
    />
  );
}

interface LineProps {
  readonly line: JsonLine;
  readonly raw: boolean;
  readonly mark: 'found' | 'wrong' | undefined;
  readonly onToggle: (path: string) => void;
}

function Line({ line, raw, mark, onToggle }: LineProps) {
  const { depth, kind, name, text, type, size, folded, comma, path } = line;
  const closing = type === 'array' ? ']' : '}';
  return (
    <span className={classes['line']} data-mark={mark} data-raw={raw}>
      {raw ? '  '.repeat(depth) : <span className={classes['indent']} style={{ width: depth * 16 }} />}
      {!raw && (
        <span className={classes['fold']}>
          {kind === 'open' && (
            <button
              type="button"
              aria-expanded={!folded}
              aria-label={`${path === '' ? 'Everything' : path}, ${size} entries`}
              onClick={() => onToggle(path)}
            >
              {folded ? <ChevronRightIcon size={12} /> : <ChevronDownIcon size={12} />}
            </button>
          )}
        </span>
      )}
      <span className={classes['text']}>
        {name !== '' && <span className={classes['name']}>{name}: </span>}
        <span data-type={kind === 'value' ? type : 'bracket'} className={classes['value']}>
          <LongText text={text} show={(part) => (type === 'string' ? <LinkedText text={part} /> : part)} />
        </span>
        {folded && (
          <span className={classes['hint']}>
            {' '}
            … {size} {closing}
          </span>
        )}
        {(kind !== 'open' || folded) && comma && ','}
      </span>
    </span>
  );
}

/** The root is never folded. */
function canFold({ kind, depth }: JsonLine): boolean {
  return kind === 'open' && depth > 0;
}

function allFolds(lines: readonly JsonLine[]): ReadonlySet<string> {
  return new Set(lines.filter(canFold).map(({ path }) => path));
}

function searchedText({ name, text }: JsonLine): string {
  return `${name}: ${text}`.toLowerCase();
}

/** The indexes of the lines that contain a text, ignoring case. */
function indexesOf(texts: readonly string[], text: string): number[] {
  const wanted = text.toLowerCase();
  const found: number[] = [];
  if (wanted !== '') texts.forEach((each, index) => each.includes(wanted) && found.push(index));
  return found;
}
