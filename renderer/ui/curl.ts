/** A request as a curl command for a POSIX shell. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The command that sends a request, one option a line, every value quoted. */
export function curlOf({ method, url, headers = {}, body }: CurlRequest): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  if (body !== undefined && body !== '') options.push(`--data-raw ${shellWord(body)}`);
  const needsMethod = method !== (body === undefined || body === '' ? 'GET' : 'POST');
  const start = `curl${needsMethod ? ` -X ${method}` : ''} ${shellWord(url)}`;
  return [start, ...options].join(' \\\n  ');
}

/** A text as one word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
