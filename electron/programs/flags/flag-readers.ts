import { isIPv6 } from 'node:net';
import { ApiKey } from '../../../shared/model/workspace.ts';
import { readOneLine } from '../../emulator/host/read-one-line.ts';
import { UsageError } from './flag.ts';
import { parseRfc3339, type Micros } from '../../../shared/values/timestamp.ts';
import { messageOf } from '../../../shared/values/message-of.ts';

export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`must be a whole number from 0 to 65535, not "${text}"`);
}

export function readHost(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(bare) || /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text)) return bare.toLowerCase();
  throw new UsageError(`must be a host name or an IP address without a port, not "${text}"`);
}

export function readPath(text: string): string {
  if (text !== '') return text;
  throw new UsageError('must be a path');
}

export function readApiKey(text: string): string {
  if (ApiKey.shape.key.safeParse(text).success) return text;
  // Without the text, which may be a mistyped secret, and error messages appear in logs of builds.
  throw new UsageError('must begin with "tkn_", then 1 to 200 letters, digits or signs without spaces');
}

export function readToken(text: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(text)) return text;
  throw new UsageError('must be 1 to 200 letters, digits or signs without spaces');
}

export function readTokenFile(path: string): string {
  const text = lineOf(readPath(path));
  try {
    return readToken(text);
  } catch (error) {
    throw new UsageError(`holds no token: it ${messageOf(error)}`);
  }
}

function lineOf(path: string): string {
  try {
    return readOneLine(path);
  } catch (error) {
    throw new UsageError(`cannot be read: ${messageOf(error)}`);
  }
}

export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/]+\/?$/i.test(text)) return url.origin;
  throw new UsageError(`must be an origin such as http://localhost:3000, not "${text}"`);
}

/** Parses the URL of a server. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return url;
  throw new UsageError('must be a URL such as http://127.0.0.1:4100');
}

export function readTime(text: string): Micros {
  const at = parseRfc3339(text);
  if (at !== undefined) return at;
  throw new UsageError(`must be an RFC 3339 time such as 2026-11-20T16:00:00Z, not "${text}"`);
}
