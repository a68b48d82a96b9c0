import { powerShellWord } from '../values/shell-words.ts';

/** A request to write for PowerShell. */
interface PowerShellRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly encoding?: 'utf8' | 'base64';
}

/** Writes a request as a command of PowerShell. Its own `curl` is another program, and it changes the quotes of others' arguments. */
export function powerShellRequest({ method, url, headers = {}, body = '', encoding }: PowerShellRequest): string {
  const named = Object.entries(headers);
  const type = named.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const others = named.filter(([name]) => name.toLowerCase() !== 'content-type');
  const table = others.map(([name, value]) => `${powerShellWord(name)} = ${powerShellWord(value)}`).join('; ');
  return [
    `Invoke-RestMethod ${powerShellWord(url)}`,
    ...(method === 'GET' ? [] : [`-Method ${method}`]),
    ...(table === '' ? [] : [`-Headers @{ ${table} }`]),
    ...(type === undefined ? [] : [`-ContentType ${powerShellWord(type)}`]),
    ...(body === '' ? [] : [`-Body ${bodyOf(body, encoding)}`]),
  ].join(' ');
}

function bodyOf(body: string, encoding: PowerShellRequest['encoding']): string {
  const word = powerShellWord(body);
  if (encoding === 'base64') return `([Convert]::FromBase64String(${word}))`;
  // Windows PowerShell would send other letters in an encoding of its own.
  return /^[\0-~]*$/.test(body) ? word : `([Text.Encoding]::UTF8.GetBytes(${word}))`;
}
