import type { Json, JsonObject } from '../../../../../shared/values/json.ts';
import { texts } from './rest-target.ts';
import { quoteForMessage } from '../../../../../shared/values/messages.ts';

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
