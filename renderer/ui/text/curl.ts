/** A request to express as a curl command. */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A curl command for a POSIX shell, one option per line, every value quoted. */
export function curlOf({ method, url, headers = {}, body }: CurlRequest): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  if (body !== undefined && body !== '') options.push(`--data-raw ${shellWord(body)}`);
  const needsMethod = method !== (body === undefined || body === '' ? 'GET' : 'POST');
  const start = `curl${needsMethod ? ` -X ${method}` : ''} ${shellWord(url)}`;
  return [start, ...options].join(' \\\n  ');
}

/** A text quoted for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
