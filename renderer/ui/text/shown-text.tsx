import { type ReactNode, Fragment } from 'react';
import { Link } from 'wouter';

const DIRECTIONS = /\p{Bidi_Control}/gu;

/**
 * A text without the characters that change the direction of text: with them, a name or a value could read as another one, or
 * turn the text around it. Other content is unchanged. Every text of a user or a client is shown through it.
 */
export function stripBidiControls(text: string): string;
export function stripBidiControls(content: ReactNode): ReactNode;
export function stripBidiControls(content: ReactNode): ReactNode {
  return typeof content === 'string' ? content.replace(DIRECTIONS, '') : content;
}

/** A JSON text with escapes in place of those characters, for a value that is shown as it is. */
export function escapedDirections(json: string): string {
  return json.replace(DIRECTIONS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const format = new Intl.NumberFormat('en');

/** A whole number as text: `10,007`. */
export function numberText(value: number): string {
  return format.format(value);
}

/** A number with its noun: `1 task`, `3 tasks`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`;
}

/** Maximum number of texts that a sentence lists. */
const MOST_LISTED = 20;

/** A list in a sentence: `a, b and c`. A long one ends with the number of the others: `a, b and 1,998 more`. */
export function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  const isLong = texts.length > MOST_LISTED;
  const first = texts.slice(0, isLong ? MOST_LISTED - 1 : -1);
  return `${first.join(', ')} and ${isLong ? `${numberText(texts.length - first.length)} more` : (texts.at(-1) ?? '')}`;
}

/** A link to a page of the documentation, in a new tab. A test checks that its target exists. */
export function DocsLink({ href, children }: { href: `/docs/${string}`; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** Pages by the prefix of an ID. */
const PAGES: Readonly<Record<string, string>> = { run: '/runs', ses: '/sessions', trf: '/traffic' };
/** Pattern of a script's file: `lib/ledger.ts`, or as Windows writes it, `C:\lib\ledger.ts`. */
export const SCRIPT_FILE = String.raw`(?:\b[A-Za-z]:)?[\w.\\/-]{1,100}\.[cm]?[jt]s`;
/** An ID of a run, a session or a request, or a place in a script such as `ledger.ts:5:33`. */
const NAMED = new RegExp(
  String.raw`\b(run2\d{7}[0-9a-z]{4,20}|ses2\d{7}[0-9a-z]{4,20}|trf[0-9a-f]{8}z\d{1,9})\b|(${SCRIPT_FILE}):\d{1,6}(?::\d{1,6})?`,
  'g',
);
/** Maximum length of a text to search for links, in characters. */
const MOST = 20_000;

/** Finds the page with the source of a script by the name of its file; undefined for none. */
export type SourceOf = (file: string) => string | undefined;

interface LinkedTextProps {
  readonly text: string;
  /** Without it, places in scripts are plain text. */
  readonly source?: SourceOf | undefined;
}

/** A text with links for IDs of runs, sessions and requests, and for lines of the source. */
export function LinkedText({ text: given, source }: LinkedTextProps) {
  const text = stripBidiControls(given);
  if (text.length > MOST) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    const href = hrefOf(match, source);
    if (href === undefined) continue;
    parts.push(text.slice(end, match.index), <Link href={href}>{match[0]}</Link>);
    end = match.index + match[0].length;
  }
  if (parts.length === 0) return text;
  parts.push(text.slice(end));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

function hrefOf([place, id, file = '']: RegExpMatchArray, source: SourceOf | undefined): string | undefined {
  if (id !== undefined) return `${PAGES[id.slice(0, 3)] ?? ''}/${id}`;
  const page = source?.(file);
  return page === undefined ? undefined : `${page}?line=${encodeURIComponent(place)}`;
}
