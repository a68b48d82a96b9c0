/** The SQL dialect of a database: its texts, comments, names and placeholders. */
export interface SqlDialect {
  /** Sticky patterns of comments, texts and quoted names, whose content is not parsed. */
  readonly opaque: readonly RegExp[];
  /** True when block comments nest, and `$tag$` quotes texts. */
  readonly isPostgres: boolean;
}

const LINE_COMMENT = /--[^\n]*/y;
const TEXT = /'[^']*(?:''[^']*)*'?/y;
const ESCAPED_TEXT = /'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'?/y;

export const POSTGRES: SqlDialect = {
  opaque: [LINE_COMMENT, /[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'?/y, TEXT, /"[^"]*(?:""[^"]*)*"?/y],
  isPostgres: true,
};

export const MYSQL: SqlDialect = {
  opaque: [
    /(?:--(?=\s|$)|#)[^\n]*/y,
    /\/\*[\s\S]*?(?:\*\/|$)/y,
    ESCAPED_TEXT,
    /"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*"?/y,
    /`[^`]*(?:``[^`]*)*`?/y,
  ],
  isPostgres: false,
};

/** One statement of a query. */
export interface SqlStatement {
  /** Its text, with `$1`, `$2` (PostgreSQL) or `?` (MySQL) for the arguments. */
  readonly text: string;
  /** The argument of each placeholder: for `$n` the n-th, for `?` in order. */
  readonly names: readonly string[];
  /** The first two words in lower case, such as `rollback to`. */
  readonly begins: string;
  /** The index in the whole query of an index in `text`. */
  readonly originOf: (index: number) => number;
}

const WORD = /[A-Za-z0-9_$\u0080-\uffff]+/y;
const NAME = /:([A-Za-z_][A-Za-z0-9_]*)/y;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
const BLANK = /\s+/y;

/** Splits a query at its semicolons, and binds `:name` outside texts, comments and casts (docs/built-in-tasks.md, "sql_query"). */
export function statementsOf(query: string, dialect: SqlDialect): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  let open = new OpenStatement(dialect);
  for (let at = 0; at < query.length;) {
    const { text, kind } = tokenAt(query, at, dialect);
    if (kind === 'end') {
      statements.push(...open.closed());
      open = new OpenStatement(dialect);
    } else open.add(text, kind, at);
    at += text.length;
  }
  return [...statements, ...open.closed()];
}

type TokenKind = 'blank' | 'opaque' | 'comment' | 'word' | 'name' | 'end' | 'other';

interface Token {
  readonly text: string;
  readonly kind: TokenKind;
}

function tokenAt(query: string, at: number, dialect: SqlDialect): Token {
  const blank = matchAt(BLANK, query, at);
  if (blank !== undefined) return { text: blank, kind: 'blank' };
  if (dialect.isPostgres && query.startsWith('/*', at)) return { text: nestedComment(query, at), kind: 'comment' };
  for (const pattern of dialect.opaque) {
    const text = matchAt(pattern, query, at);
    if (text !== undefined) return { text, kind: /^(?:--|#|\/\*)/.test(text) ? 'comment' : 'opaque' };
  }
  const dollar = dialect.isPostgres ? matchAt(DOLLAR, query, at) : undefined;
  if (dollar !== undefined) return { text: dollarQuoted(query, at, dollar), kind: 'opaque' };
  const word = matchAt(WORD, query, at);
  if (word !== undefined) return { text: word, kind: 'word' };
  if (query.startsWith('::', at) || query.startsWith(':=', at)) return { text: query.slice(at, at + 2), kind: 'other' };
  // After a value, a colon separates the bounds of a slice, as in `list[low:high]`.
  const name = at > 0 && /[\w)\]]/.test(query.charAt(at - 1)) ? undefined : matchAt(NAME, query, at);
  if (name !== undefined) return { text: name, kind: 'name' };
  const text = query.charAt(at);
  return { text, kind: text === ';' ? 'end' : 'other' };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function nestedComment(query: string, from: number): string {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(query); mark !== null; mark = marks.exec(query)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return query.slice(from, marks.lastIndex);
  }
  return query.slice(from);
}

function dollarQuoted(query: string, from: number, tag: string): string {
  const end = query.indexOf(tag, from + tag.length);
  return end === -1 ? query.slice(from) : query.slice(from, end + tag.length);
}

/** A statement being parsed. */
class OpenStatement {
  readonly #dialect: SqlDialect;
  readonly #names: string[] = [];
  readonly #words: string[] = [];
  /** Alternating indexes of equal positions in the text and in the query. */
  readonly #places: number[] = [];
  #text = '';
  #isEmpty = true;

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  add(text: string, kind: TokenKind, at: number): void {
    const isSkipped = kind === 'blank' || kind === 'comment';
    if (this.#isEmpty && isSkipped) return;
    this.#isEmpty = false;
    if (this.#places.length === 0 || kind === 'name') this.#places.push(this.#text.length, at);
    if (!isSkipped && this.#words.length < 2) this.#words.push(kind === 'word' ? text.toLowerCase() : '');
    this.#text += kind === 'name' ? this.#placeOf(text.slice(1)) : text;
    if (kind === 'name') this.#places.push(this.#text.length, at + text.length);
  }

  closed(): SqlStatement[] {
    if (this.#isEmpty) return [];
    const places = this.#places;
    const originOf = (index: number): number => {
      let at = places.length - 2;
      while (at > 0 && (places[at] ?? 0) > index) at -= 2;
      return (places[at + 1] ?? 0) + index - (places[at] ?? 0);
    };
    return [{ text: this.#text.trimEnd(), names: this.#names, begins: this.#words.join(' ').trim(), originOf }];
  }

  #placeOf(name: string): string {
    if (!this.#dialect.isPostgres) {
      this.#names.push(name);
      return '?';
    }
    const known = this.#names.indexOf(name);
    return `$${(known === -1 ? this.#names.push(name) - 1 : known) + 1}`;
  }
}
