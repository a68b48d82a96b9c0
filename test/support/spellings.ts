/** A request target that some program along the way might take for a given path. */
export interface Spelling {
  readonly how: string;
  readonly target: string;
}

/** Ways in which a path can be written, those that mean something else included. @param host own host and port */
export function spellingsOf(path: string, host: string): Spelling[] {
  const everywhere = [
    ...encodedCharacters(path),
    ...atEachSlash(path),
    ...behindEachSegment(path),
    ...atTheEnd(path),
    ...asAddresses(path, host),
    ...fromElsewhere(path),
  ].map(([how, target]) => ({ how, target }));
  return [...new Map(everywhere.map((spelling) => [spelling.target, spelling])).values()];
}

type Pair = readonly [how: string, target: string];

function encodedCharacters(path: string): Pair[] {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const encodeAll = (encode: (character: string) => string) => path.replace(/[^/]/g, encode);
  return [
    ...Array.from(path).flatMap((character, at): Pair[] =>
      [hex(character), hex(character).toUpperCase()].map((escape) => [
        `character ${at} as ${escape}`,
        path.slice(0, at) + escape + path.slice(at + 1),
      ]),
    ),
    ['all characters encoded', encodeAll(hex)],
    ['all characters encoded in upper case', encodeAll((character) => hex(character).toUpperCase())],
    ['encoded twice', encodeAll((character) => hex(character).replace('%', '%25'))],
    ['the first character encoded twice', path.replace(/\/(.)/, (_, first: string) => `/%25${hex(first).slice(1)}`)],
    ['%u escapes', path.replace(/\/(.)/, (_, first: string) => `/%u00${hex(first).slice(1)}`)],
    ['overlong UTF-8', path.replace('_', '%c1%9f').replace('/v', '/%c1%b6')],
    ['full-width characters', path.replace('_', '%ef%bc%bf').replace('/v', '/%ef%bd%96')],
    ['a byte beyond ASCII', path.replace(/\/(.)/, '/\u00ff$1')],
    ['upper case', path.toUpperCase()],
    ['an upper-case first letter', path.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ];
}

function atEachSlash(path: string): Pair[] {
  const slashes = Array.from(path.matchAll(/\//g), ({ index }) => index);
  const inserted = ['//', '/./', '/x/../', '/%2e/', '/%2E/', '/x/%2e%2e/', '/x/.%2e/', '/x/..%2f', '/..;/', '/;/'];
  const replaced = [
    '%2f',
    '%2F',
    '%252f',
    '\\',
    '%5c',
    '%5C',
    '/\\',
    '\\/',
    '%c0%af',
    '%ef%bc%8f',
    '/%20',
    '/%09',
    ';/',
  ];
  return slashes.flatMap((at) =>
    [...inserted, ...replaced].map((text): Pair => [`${text} at ${at}`, path.slice(0, at) + text + path.slice(at + 1)]),
  );
}

function behindEachSegment(path: string): Pair[] {
  const ends = Array.from(path.matchAll(/(?<=[^/])(?=\/|$)/g), ({ index }) => index);
  const suffixes = [';', ';x=y', '.', '..', '%20', '%00', '%0d%0a', '%2e', '%7f', '%c2%85', '::$DATA', '~', '*', ','];
  return ends.flatMap((at) =>
    suffixes.map((text): Pair => [`${text} behind ${at}`, path.slice(0, at) + text + path.slice(at)]),
  );
}

function atTheEnd(path: string): Pair[] {
  const suffixes = [
    '/',
    '//',
    '/.',
    '/..',
    '/%2e%2e',
    '?',
    '?x',
    '??',
    '?/../',
    '#',
    '#x',
    '%23',
    '%3f',
    '%',
    '%zz',
    '%2',
  ];
  return suffixes.map((text): Pair => [`${text} at the end`, path + text]);
}

function asAddresses(path: string, host: string): Pair[] {
  return [
    ['absolute', `http://${host}${path}`],
    ['absolute, scheme in upper case', `HTTP://${host}${path}`],
    ['absolute with TLS', `https://${host}${path}`],
    ['absolute of another host', `http://evil.example${path}`],
    ['absolute with a user', `http://user@${host}${path}`],
    ['absolute of another host with ours as its user', `http://${host}@evil.example${path}`],
    ['absolute with dots', `http://${host}/x/..${path}`],
    [
      'absolute with an escape',
      `http://${host}${path.replace(/\/(.)/, (_, c: string) => `/%${c.charCodeAt(0).toString(16)}`)}`,
    ],
    ['without a scheme', `//${host}${path}`],
    ['without its first slash', path.slice(1)],
    ['another scheme', `ftp://${host}${path}`],
    ['an asterisk', '*'],
  ];
}

function fromElsewhere(path: string): Pair[] {
  const starts = ['/v0', '/_emulator', '/assets', '/v0/runs/list', '/%76%30'];
  const climbs = ['/..', '/%2e%2e', '/%2E.', '/..%2f..', '\\..', '/..\\..', '/%5c..', '/.;', '/..%00'];
  return starts.flatMap((start) => climbs.map((climb): Pair => [`up from ${start} by ${climb}`, start + climb + path]));
}
