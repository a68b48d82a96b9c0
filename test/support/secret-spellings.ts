/** A way in which programs write a text. */
export interface SecretSpelling {
  readonly name: string;
  readonly write: (text: string) => string;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** Writes each character that a pattern matches as an escape of its UTF-16 units. */
function escaped(text: string, which: RegExp, escape: (unit: number) => string): string {
  return text.replace(which, (found) =>
    Array.from({ length: found.length }, (_, i) => escape(found.charCodeAt(i))).join(''),
  );
}

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const percent = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => `%${hex(byte, 2)}`).join('');
const url = (text: string): string => encodeURIComponent(text);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const folded = (digits: string, width: number, end: string): string =>
  digits.replace(new RegExp(`.{${width}}(?=.)`, 'g'), (line) => line + end);

const NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Every spelling that is masked. Adding one here adds it to all places. */
export const SECRET_SPELLINGS: readonly SecretSpelling[] = [
  { name: 'as it is', write: (text) => text },
  { name: 'JSON', write: json },
  { name: 'JSON in JSON', write: (text) => json(json(text)) },
  { name: 'JSON with escaped slashes', write: (text) => json(text).replaceAll('/', '\\/') },
  { name: 'JSON in ASCII', write: (text) => escaped(json(text), /[^\x20-\x7e]/g, (unit) => `\\u${hex(unit, 4)}`) },
  {
    name: 'JSON for HTML',
    write: (text) => escaped(json(text), /[<>&'+]/g, (unit) => `\\u${hex(unit, 4).toUpperCase()}`),
  },
  { name: 'JSON, every character escaped', write: (text) => escaped(text, /[^]/g, (unit) => `\\u${hex(unit, 4)}`) },
  { name: 'a URL', write: url },
  { name: 'a URL in lower case', write: (text) => url(text).replace(/%../g, (escape) => escape.toLowerCase()) },
  { name: 'a form', write: (text) => url(text).replaceAll('%20', '+') },
  { name: 'a URL, every byte escaped', write: percent },
  { name: 'a URL in a URL', write: (text) => url(url(text)) },
  { name: 'a URL in JSON for HTML', write: (text) => escaped(url(text), /[%&]/g, (unit) => `\\u${hex(unit, 4)}`) },
  { name: 'HTML', write: (text) => text.replace(/[&<>"']/g, (sign) => `&${NAMES[sign] ?? ''};`) },
  { name: 'HTML in HTML', write: (text) => text.replace(/[&<>"']/g, (sign) => `&amp;${NAMES[sign] ?? ''};`) },
  { name: 'HTML by numbers', write: (text) => text.replace(/[^\w]/gu, (sign) => `&#${sign.codePointAt(0)};`) },
  {
    name: 'HTML by hexadecimal numbers',
    write: (text) => text.replace(/[^\w]/gu, (sign) => `&#x${hex(sign.codePointAt(0) ?? 0, 1)};`),
  },
  ...['', 'x', 'xy'].flatMap((before): SecretSpelling[] => [
    { name: `Base64 behind ${before.length} bytes`, write: (text) => base64(before + text) },
    {
      name: `Base64url behind ${before.length} bytes`,
      write: (text) => Buffer.from(before + text).toString('base64url'),
    },
    {
      name: `Base64 in lines behind ${before.length} bytes`,
      write: (text) => folded(base64(before + text), 8, '\r\n'),
    },
  ]),
  { name: 'indented lines of Base64', write: (text) => folded(base64(text), 7, '\n    ') },
  { name: 'lines of Base64 in JSON', write: (text) => json(folded(base64(text), 8, '\n')) },
  { name: 'Base64 in a URL', write: (text) => encodeURIComponent(base64(text)) },
  { name: 'hexadecimal digits', write: (text) => Buffer.from(text).toString('hex') },
  { name: 'hexadecimal digits in upper case', write: (text) => Buffer.from(text).toString('hex').toUpperCase() },
];

/** Decoders of their own, so that a test does not believe what it tests. */
const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text.replace(/\\(?:u([\da-fA-F]{4})|(["\\/bfnrt]))/g, (_, code: string | undefined, sign: string) =>
      code === undefined ? (JSON.parse(`"\\${sign}"`) as string) : String.fromCharCode(parseInt(code, 16)),
    ),
  (text) => text.replace(/(?:%[\da-fA-F]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
  (text) => text.replaceAll('+', ' '),
  (text) =>
    text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/g, (whole, decimal?: string, digits?: string, name?: string) => {
      if (name !== undefined) return Object.entries(NAMES).find(([, known]) => known === name)?.[0] ?? whole;
      return String.fromCodePoint(digits === undefined ? Number(decimal) : parseInt(digits, 16));
    }),
];

function decodedOnce(text: string): string[] {
  const joined = text.replace(/[\r\n]+ */g, '');
  const digits = [
    ...[...joined.matchAll(/[\w+/-]{8,}/g)].flatMap(([run]) =>
      [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()),
    ),
    ...[...joined.matchAll(/[\da-fA-F]{8,}/g)].flatMap(([run]) =>
      [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString()),
    ),
  ];
  return [...DECODERS.map((decode) => decode(text)), ...digits];
}

/** True when a text shows a secret to somebody who decodes it twice. */
export function shows(text: string, secret: string): boolean {
  return [...decodings(text)].some((each) => each.includes(secret));
}

/** A text, and what comes of decoding it once and twice. */
export function decodings(text: string): ReadonlySet<string> {
  let level = new Set([text]);
  const seen = new Set(level);
  for (let depth = 0; depth < 2; depth++) {
    const next = new Set([...level].flatMap(decodedOnce).filter((each) => !seen.has(each)));
    for (const each of next) seen.add(each);
    level = next;
  }
  return seen;
}
