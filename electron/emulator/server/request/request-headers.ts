import { isSentFor } from '../../../../shared/http/request-parts.ts';
import { masked } from '../../../../shared/model/secrets.ts';

/**
 * Headers that the server uses, read in one pass. Vendor headers are recognised by their form (decision `vendor-headers`).
 */
export interface RequestHeaders extends Partial<Record<PlainField | VendorField, string>> {
  /** Name of the first vendor header that contradicts an earlier one. */
  ambiguous?: string;
  /** True when two different idempotency keys were sent. */
  hasTwoIdempotencyKeys?: boolean;
}

const PLAIN = {
  host: 'host',
  origin: 'origin',
  'sec-fetch-site': 'fetchSite',
  'sec-fetch-mode': 'fetchMode',
  'sec-fetch-dest': 'fetchDestination',
  authorization: 'authorization',
  cookie: 'cookie',
  accept: 'accept',
  'content-type': 'contentType',
  'content-encoding': 'contentEncoding',
  'content-length': 'contentLength',
  'idempotency-key': 'idempotencyKey',
  'last-event-id': 'lastEventID',
  'if-none-match': 'ifNoneMatch',
  'access-control-request-method': 'preflightMethod',
  'access-control-request-headers': 'preflightHeaders',
  'x-hangar-sent-for': 'sentFor',
} as const;
type PlainField = (typeof PLAIN)[keyof typeof PLAIN];

/** The API key is read from `X-*-API-Key`, or from `X-*-Token` with the form of a key. */
type VendorField = 'apiKey' | 'environmentID' | 'environmentSlug';
const PLAIN_FIELDS: ReadonlyMap<string, PlainField> = new Map(Object.entries(PLAIN));
const VENDOR: Readonly<Record<string, VendorField | 'token'>> = {
  'api-key': 'apiKey',
  token: 'token',
  'env-id': 'environmentID',
  'env-slug': 'environmentSlug',
};

const VENDOR_HEADER = /^x-[a-z0-9]+-(api-key|token|env-id|env-slug)$/;

/** The use of a header; null when it is ignored. */
type Meaning = { readonly plain: PlainField } | { readonly vendor: VendorField | 'token' } | null;

/** Cache by header name as sent: names repeat, so that most headers cost one look-up. */
const meanings = new Map<string, Meaning>();
const MEANINGS_KEPT = 1000;

function meaningOf(name: string): Meaning {
  const known = meanings.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  const plain = PLAIN_FIELDS.get(lower);
  const vendor = VENDOR[VENDOR_HEADER.exec(lower)?.[1] ?? ''];
  const meaning: Meaning = plain !== undefined ? { plain } : vendor !== undefined ? { vendor } : null;
  if (meanings.size < MEANINGS_KEPT) meanings.set(name, meaning);
  return meaning;
}

/** Reads names and values that alternate, as in Node's `rawHeaders`. Values of repeated headers are joined by ", ". */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers: RequestHeaders = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const meaning = meaningOf(name);
    if (meaning === null) continue;
    const value = raw[i + 1] ?? '';
    if ('vendor' in meaning) readVendor(headers, meaning.vendor, { name, value });
    else readPlain(headers, meaning.plain, value);
  }
  return headers;
}

function readPlain(headers: RequestHeaders, plain: PlainField, value: string): void {
  const before = headers[plain];
  if (plain === 'idempotencyKey' && before === value) return;
  if (plain === 'idempotencyKey' && before !== undefined) headers.hasTwoIdempotencyKeys = true;
  headers[plain] = before === undefined ? value : `${before}, ${value}`;
}

function readVendor(
  headers: RequestHeaders,
  vendor: VendorField | 'token',
  header: { name: string; value: string },
): void {
  const values = header.value.includes(',') ? header.value.split(', ') : [header.value];
  for (const value of values) {
    if (value === '' || (vendor === 'token' && !value.startsWith('tkn_'))) continue;
    const field = vendor === 'token' ? 'apiKey' : vendor;
    if (headers[field] !== undefined && headers[field] !== value) headers.ambiguous ??= header.name;
    headers[field] ??= value;
  }
}

/** Matches what has the form of an API key. */
const KEY = /\btkn_[\x21-\x7e]+/g;

/**
 * Headers for a webhook's payload: names in canonical case, repeated ones joined, values as they came, but for keys
 * of Hangar, whose rights a task does not get (decision `webhook-answer`). A delivery that is sent again has the same.
 */
export function canonicalHeaders(raw: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (isSentFor(raw[i] ?? '')) continue;
    const name = canonicalName(raw[i] ?? '');
    const value = (raw[i + 1] ?? '').replace(KEY, masked);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** Converts `x-hub-signature-256` to `X-Hub-Signature-256`. */
function canonicalName(name: string): string {
  return name.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}
