import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { HeaderFacts } from './header-facts.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Styles may be inline, since the component library sets them on elements; scripts come from files only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The built window's files. */
export class Gui {
  readonly #folder: string | null;
  readonly #without: () => string;

  /** @param folder of the built window, or null. @param without the text at `/` when there is none. */
  constructor(folder: string | null, without: () => string) {
    this.#folder = folder === null ? null : normalize(folder);
    this.#without = without;
  }

  /** The file at a path; the page itself for any navigation, since its places have addresses of their own. `undefined`: nothing. */
  async serve(path: string, facts: HeaderFacts, method: string): Promise<Response | undefined> {
    if (this.#folder === null)
      return path === '/' ? answer(Buffer.from(this.#without()), '.txt', { facts, method }) : undefined;
    const name = path === '/' ? '/index.html' : decoded(path);
    const bytes = name === undefined ? undefined : await this.#read(name);
    if (name !== undefined && bytes !== undefined) return answer(bytes, extname(name), { facts, method, name });
    if (!(facts.accept ?? '').includes('text/html') || extname(path) !== '') return undefined;
    const page = await this.#read('/index.html');
    return page === undefined ? undefined : answer(page, '.html', { facts, method });
  }

  async #read(name: string): Promise<Buffer | undefined> {
    const file = normalize(join(this.#folder ?? '', name));
    if (name.includes('\0') || !file.startsWith(`${this.#folder ?? ''}${sep}`)) return undefined;
    // A folder or a file that is not there: both are nothing to serve.
    return readFile(file).catch(() => undefined);
  }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function answer(
  bytes: Buffer,
  extension: string,
  { facts, method, name = '' }: { facts: HeaderFacts; method: string; name?: string },
): Response {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  // Names of built assets carry a hash of what they hold.
  const isHashed = /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(name);
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
  };
  if (facts.ifNoneMatch === tag) return new Response(null, { status: 304, headers });
  const body = method === 'HEAD' ? null : new Uint8Array(bytes);
  return new Response(body, { status: 200, headers: { ...headers, 'Content-Length': String(bytes.length) } });
}
