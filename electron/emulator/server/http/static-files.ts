import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { segmentsOf } from '../../../../shared/http/request-path.ts';
import { MAX_FILE_BYTES, readRegularFile } from '../../files/read-file.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import type { HttpResponse } from './http-response.ts';

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
  '.md': 'text/markdown; charset=utf-8',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Allows inline styles, which the component library sets on elements; scripts come from files only. */
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

/** Serves the files of the built window. */
export class StaticFiles {
  readonly #folder: string | null;
  readonly #without: () => string;

  /**
   * @param folder of the built window, or null
   * @param without returns the text at `/` when there is no folder
   */
  constructor(folder: string | null, without: () => string) {
    this.#folder = folder;
    this.#without = without;
  }

  /**
   * Serves the file at a normalised path, a folder's index page, or for other navigations the window's page, which routes
   * its own paths. `undefined` when there is none.
   */
  async serve(path: string, requestHeaders: RequestHeaders, method: string): Promise<HttpResponse | undefined> {
    if (this.#folder === null)
      return path === '/' ? answer(Buffer.from(this.#without()), '.txt', { requestHeaders, method }) : undefined;
    const name = extname(path) === '' ? `${path.replace(/\/$/, '')}/index.html` : path;
    const bytes = await this.#read(this.#folder, segmentsOf(name));
    if (bytes !== undefined) return answer(bytes, extname(name), { requestHeaders, method, name });
    if (!(requestHeaders.accept ?? '').includes('text/html') || extname(path) !== '') return undefined;
    const page = await this.#read(this.#folder, ['index.html']);
    return page === undefined ? undefined : answer(page, '.html', { requestHeaders, method });
  }

  async #read(folder: string, segments: readonly string[]): Promise<Buffer | undefined> {
    if (!segments.every((segment) => FILE_NAME.test(segment))) return undefined;
    // A missing file or folder is not an error.
    return readRegularFile(join(folder, ...segments), MAX_FILE_BYTES.window).catch(() => undefined);
  }
}

/** Matches file names of the build. Excludes names of devices, streams or other files on some systems. */
const FILE_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\w-](?:[\w.-]*[\w-])?$/i;

function answer(
  bytes: Buffer,
  extension: string,
  { requestHeaders, method, name = '' }: { requestHeaders: RequestHeaders; method: string; name?: string },
): HttpResponse {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  // Names of built assets contain a content hash.
  const isHashed = /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(name);
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
  };
  if (requestHeaders.ifNoneMatch === tag) return { status: 304, headers, body: null };
  const body = method === 'HEAD' ? null : new Uint8Array(bytes);
  return { status: 200, headers: { ...headers, 'Content-Length': String(bytes.length) }, body };
}
