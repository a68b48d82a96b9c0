/** The areas of paths: the emulated interface, Hangar's own interface, and the window. */
export type Area = 'v0' | '_emulator' | 'window';

/** A request target that was normalised. */
interface ReadableTarget {
  readonly problem: undefined;
  /** The canonical path: segments decoded once and encoded again, a final "/" kept. */
  readonly path: string;
  /** With its `?`; "" when there is none. */
  readonly search: string;
  /** Host and port of a target in absolute form; `undefined` for any other. */
  readonly authority: string | undefined;
}

/** A request target that cannot be normalised, and the reason. */
interface UnreadableTarget {
  readonly problem: string;
  /** Path and query as they were sent. */
  readonly path: string;
  readonly search: string;
  readonly authority: string | undefined;
}

export type RequestTarget = ReadableTarget | UnreadableTarget;

/** Matches most paths: those without escapes, empty segments and segments that begin with a dot. */
const PLAIN = /^(?:\/[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*)+$/;
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;
/** Characters that `encodeURIComponent` encodes although segments may contain them. */
const NEEDLESSLY_ENCODED = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/**
 * Normalises a request target. All decisions by path use the result. Spellings of one path give the same result; an ambiguous
 * target is a problem (RFC 9112 3.2, RFC 3986 6.2).
 */
export function readTarget(target: string): RequestTarget {
  const absolute = target.startsWith('/') ? null : ABSOLUTE.exec(target);
  const rest = absolute === null ? target : target.slice(absolute[0].length);
  const authority = absolute?.[1];
  const question = rest.indexOf('?');
  const sent = question === -1 ? rest : rest.slice(0, question);
  const search = question === -1 ? '' : rest.slice(question);
  const path = sent === '' && absolute !== null ? '/' : sent;
  if (rest.includes('#')) return { problem: PROBLEMS.fragment, path, search, authority };
  if (path === '/' || PLAIN.test(path)) return { problem: undefined, path, search, authority };
  const normalised = normalisePath(path);
  return typeof normalised === 'string'
    ? { problem: undefined, path: normalised, search, authority }
    : { problem: normalised.problem, path, search, authority };
}

/** The area of a normalised path. */
export function areaOf(path: string): Area {
  const end = path.indexOf('/', 1);
  const first = path.slice(1, end === -1 ? undefined : end);
  return first === 'v0' || first === '_emulator' ? first : 'window';
}

/** The decoded segments of a normalised path; none for "/". */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1).filter(Boolean).map(decodeURIComponent);
}

const PROBLEMS = {
  fragment: 'The request target has a "#": fragments are not sent; write the character as %23.',
  start: 'The request target must be a path that begins with "/", or an address that begins with "http://".',
  escape: 'The path has a "%" without two hexadecimal digits behind it: write the character as %25.',
  utf8: 'The path has percent escapes that are not UTF-8.',
  raw: 'The path has a character that must be percent-encoded as UTF-8.',
  control: 'The path has a control character.',
  backslash: 'The path has a backslash: segments are separated by "/".',
  slash: 'The path has an encoded "/" in a segment: no ID, slug or secret holds one.',
  dots: 'The path has a segment "." or "..": send the path that it leads to.',
  empty: 'The path has an empty segment: write "/" once between two segments.',
} as const;

type Problem = { readonly problem: string };

function normalisePath(path: string): string | Problem {
  if (!path.startsWith('/')) return { problem: PROBLEMS.start };
  const segments = path.slice(1).split('/');
  const normalised: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const isFinalSlash = segment === '' && index === segments.length - 1;
    const text = isFinalSlash ? '' : normaliseSegment(segment);
    if (typeof text !== 'string') return text;
    normalised.push(text);
  }
  return `/${normalised.join('/')}`;
}

function normaliseSegment(segment: string): string | Problem {
  if (segment === '') return { problem: PROBLEMS.empty };
  // Bytes beyond ASCII arrive as Latin-1, so their encoding is unknown.
  if (/[^\x21-\x7e]/.test(segment)) return { problem: PROBLEMS.raw };
  if (/%(?![0-9A-Fa-f]{2})/.test(segment)) return { problem: PROBLEMS.escape };
  const text = decoded(segment);
  if (text === undefined) return { problem: PROBLEMS.utf8 };
  const problem = problemOf(text);
  return problem === undefined ? encodeURIComponent(text).replace(NEEDLESSLY_ENCODED, decodeURIComponent) : { problem };
}

function problemOf(text: string): string | undefined {
  if (text === '.' || text === '..') return PROBLEMS.dots;
  if (text.includes('/')) return PROBLEMS.slash;
  if (text.includes('\\')) return PROBLEMS.backslash;
  return /\p{Cc}/u.test(text) ? PROBLEMS.control : undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
