import { isJsonObject, type Json, type JsonObject } from '../../../../../shared/values/json.ts';
import type { TaskResource } from './task.ts';
import { quoteForMessage } from '../../../../../shared/values/messages.ts';

/** Maximum number of times that a path is decoded to find what a server may find in it. */
const MOST_DECODED = 10;

/** The URL of a request: the resource's base URL, the path, and the parameters. Throws for a path that leaves the base URL. */
export function targetOf({ baseURL, slug }: TaskResource, path: string, urlParams: Json): URL {
  const base = parsedBase(baseURL, slug);
  const [before, query] = splitAt(path, '?');
  if (isAddress(path) || leavesBase(before))
    throw new Error(
      `"path" must be a path below the base URL of the resource "${slug}": neither a URL of its own, nor with ".." in any spelling`,
    );
  const url = new URL(base);
  const folder = base.pathname.replace(/\/+$/, '');
  url.pathname = before === '' ? base.pathname : `${folder}/${before.replace(/^\/+/, '')}`;
  const given = new URLSearchParams(query);
  for (const [name, value] of [...given, ...texts(urlParams, 'urlParams')]) url.searchParams.append(name, value);
  return url;
}

/** The names and values of a parameter that is an object of texts; a list gives its name several times. Throws for anything else. */
export function texts(value: Json, parameter: string): [name: string, value: string][] {
  if (value === null) return [];
  if (!isJsonObject(value)) throw new Error(`"${parameter}" must be an object of texts`);
  return Object.entries(value).flatMap(([name, item]) =>
    (Array.isArray(item) ? item : [item])
      .filter((one) => one !== null)
      .map((one): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  );
}

/** True for a URL or the address of another server, which would get the resource's credentials. */
function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/|^[/\\]{2}/i.test(path);
}

/** True when any reader may find a segment ".." in a path: decoded often, split at slashes of both sorts, without parameters after ";". */
function leavesBase(path: string): boolean {
  let text = path;
  for (let times = 0; times < MOST_DECODED; times++) {
    if (text.split(/[/\\]/).some((segment) => plainSegment(segment) === '..')) return true;
    const decoded = decodedOnce(text);
    if (decoded === text) return false;
    text = decoded;
  }
  // Nobody encodes a path so often to good purpose.
  return true;
}

/** A segment without what readers leave out: white space, control characters, and parameters. */
function plainSegment(segment: string): string {
  return segment.replace(/;.*$/s, '').replace(/[\s\p{Cc}\p{Cf}]/gu, '');
}

/** Replaces the escapes of ASCII characters; others cannot hide a dot or a slash, unless they are overlong. */
function decodedOnce(text: string): string {
  return text
    .replace(/%c0%a([ef])/gi, (_, digit: string) => `%2${digit}`)
    .replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function parsedBase(baseURL: Json | undefined, slug: string): URL {
  const base = typeof baseURL === 'string' && URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (base?.protocol === 'http:' || base?.protocol === 'https:') return base;
  throw new Error(`the base URL of the resource "${slug}" must begin with http:// or https://`);
}

function splitAt(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The body of a request, and its content type. */
export interface RestBody {
  readonly type: string;
  readonly bytes: Buffer;
}

type Encode = (params: JsonObject) => RestBody | Promise<RestBody>;

/** Encoders by `bodyType`. Texts are sent unchanged. */
const ENCODERS: Readonly<Record<string, Encode>> = {
  json: ({ body = null }) => encoded('application/json', typeof body === 'string' ? body : JSON.stringify(body)),
  raw: ({ body = null }) => encoded('text/plain; charset=utf-8', textOf(body)),
  'x-www-form-urlencoded': (params) =>
    encoded('application/x-www-form-urlencoded', new URLSearchParams(fieldsOf(params)).toString()),
  'form-data': async (params) => {
    const form = new FormData();
    for (const [name, value] of fieldsOf(params)) form.append(name, value);
    const made = new Response(form);
    return { type: made.headers.get('content-type') ?? '', bytes: Buffer.from(await made.arrayBuffer()) };
  },
};

/** The body that the parameters describe; `undefined` for none. Throws for an unknown `bodyType`. */
export async function bodyOf(params: JsonObject): Promise<RestBody | undefined> {
  const { body = null, formData = null, bodyType = null } = params;
  // SDKs send an empty text for no body.
  const isEmpty = body === null || (body === '' && (bodyType === null || bodyType === '' || bodyType === 'raw'));
  if (isEmpty && formData === null) return undefined;
  const type = bodyType === null || bodyType === '' ? defaultType(body, formData) : textOf(bodyType);
  const encode = Object.hasOwn(ENCODERS, type) ? ENCODERS[type] : undefined;
  if (encode === undefined)
    throw new Error(`"bodyType" must be one of ${Object.keys(ENCODERS).join(', ')}, not "${quoteForMessage(type)}"`);
  return encode(params);
}

function defaultType(body: Json, formData: Json): string {
  if (formData !== null) return 'x-www-form-urlencoded';
  return typeof body === 'string' ? 'raw' : 'json';
}

function fieldsOf({ body = null, formData = null }: JsonObject): [string, string][] {
  return formData === null ? texts(body, 'body') : texts(formData, 'formData');
}

/** A text as the body of a request. */
export function encoded(type: string, text: string): RestBody {
  return { type, bytes: Buffer.from(text) };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
