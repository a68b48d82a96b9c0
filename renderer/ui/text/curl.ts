import { cmdWord, type Shell, shellWord } from '../../../shared/values/shell-words.ts';

/** A request to express as a curl command. */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `base64` for a body that is not text. */
  readonly encoding?: 'utf8' | 'base64';
}

/** The shell in which this window's user pastes a command, unless another one is chosen. */
export function usualShell(platform: string = globalThis.navigator.platform): Shell {
  return /^win/i.test(platform) ? 'cmd' : 'sh';
}

/** A curl command: for a POSIX shell with one option per line, for cmd in one; every value quoted. */
export function curlOf(request: CurlRequest, shell: Shell = usualShell()): string {
  const { method, url, headers = {}, body = '', encoding = 'utf8' } = request;
  const word = shell === 'cmd' ? cmdWord : shellWord;
  const options = Object.entries(headers).map(([name, value]) => `-H ${word(`${name}: ${value}`)}`);
  if (encoding === 'base64') options.push(shell === 'cmd' ? '--data-binary "@body.bin"' : '--data-binary @-');
  else if (body !== '') options.push(`--data-raw ${word(body)}`);
  const needsMethod = encoding === 'base64' || method !== (body === '' ? 'GET' : 'POST');
  // Its name there, since PowerShell has a curl of its own.
  const program = shell === 'cmd' ? 'curl.exe' : 'curl';
  const command = [`${program}${needsMethod ? ` -X ${method}` : ''} ${word(url)}`, ...options];
  if (shell === 'cmd') return `${encoding === 'base64' ? SAVE_BODY : ''}${command.join(' ')}`;
  return `${encoding === 'base64' ? `echo ${body} | base64 -d | ` : ''}${command.join(' \\\n  ')}`;
}

const SAVE_BODY = 'rem Save the body of the request as body.bin first.\n';
