import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import type { ResourceInScope } from '../../engine/behavior-port.ts';

/** The URL of a request: the resource's base URL, the path, and the parameters. Throws for another server. */
export function targetOf({ baseURL, slug }: ResourceInScope, path: string, urlParams: Json): URL {
  const base = parsedBase(baseURL, slug);
  // An absolute URL would send the resource's credentials to another server.
  if (/^[a-z][a-z0-9+.-]*:\/\/|^[/\\]{2}/i.test(path))
    throw new Error(`"path" must be a path below the base URL of the resource "${slug}", not a URL of its own`);
  const [before, query] = splitAt(path, '?');
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

function parsedBase(baseURL: Json | undefined, slug: string): URL {
  const base = typeof baseURL === 'string' && URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (base?.protocol === 'http:' || base?.protocol === 'https:') return base;
  throw new Error(`the base URL of the resource "${slug}" must begin with http:// or https://`);
}

function splitAt(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
