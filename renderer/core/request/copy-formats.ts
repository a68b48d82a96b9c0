import { powerShellRequest } from '../../../shared/http/powershell-request.ts';
import type { Shell } from '../../../shared/values/shell-words.ts';
import { curlOf } from '../../ui/text/curl.ts';

/** A request to write as code. */
export interface CopiedRequest {
  readonly method: string;
  /** Origin of the server: `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** Path with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** `base64` for a body that is not text. */
  readonly encoding: 'utf8' | 'base64';
  /** Status of its answer; 0 for none. */
  readonly status: number;
  /** Name of an environment variable, by the secret that it replaces. */
  readonly secrets: ReadonlyMap<string, string>;
}

interface CopyFormat {
  readonly label: string;
  readonly write: (request: CopiedRequest) => string;
}

/**
 * The shells and languages in which a request is copied. Code has environment variables for secrets; a command has the secrets, so that it
 * runs as pasted. To add one, add an entry.
 */
export const COPY_FORMATS = {
  sh: { label: 'curl (sh)', write: (request) => curlOfRequest(request, 'sh') },
  cmd: { label: 'curl (cmd)', write: (request) => curlOfRequest(request, 'cmd') },
  powershell: { label: 'PowerShell', write: powerShell },
  fetch: { label: 'fetch (JavaScript)', write: fetchCode },
  python: { label: 'Python (requests)', write: pythonCode },
  http: { label: 'HTTP file', write: httpFile },
  vitest: { label: 'Vitest test', write: vitestTest },
} as const satisfies Readonly<Record<string, CopyFormat>>;

/** The curl command of a request, including its secrets, so that it runs as pasted. */
export function curlOfRequest({ origin, path, ...request }: CopiedRequest, shell?: Shell): string {
  return curlOf({ ...request, url: origin + path }, shell);
}

/** The same for PowerShell. */
function powerShell({ origin, path, ...request }: CopiedRequest): string {
  return powerShellRequest({ ...request, url: origin + path });
}

/** A part of a text: literal, or an environment variable in place of a secret. */
type TextPart = string | { readonly variable: string };

function partsOf(text: string, secrets: CopiedRequest['secrets']): readonly TextPart[] {
  let parts: readonly TextPart[] = [text];
  for (const [secret, variable] of secrets) {
    if (secret === '') continue;
    parts = parts.flatMap((part) =>
      typeof part === 'string'
        ? part.split(secret).flatMap((piece, index) => (index === 0 ? [piece] : [{ variable }, piece]))
        : [part],
    );
  }
  return parts.filter((part) => part !== '');
}

/** A text as a JavaScript expression. */
function javaScriptText(text: string, secrets: CopiedRequest['secrets']): string {
  const parts = partsOf(text, secrets);
  if (parts.every((part) => typeof part === 'string')) return JSON.stringify(text);
  const pieces = parts.map((part) =>
    typeof part === 'string' ? part.replace(/[\\`]|\$\{/g, '\\$&') : `\${process.env.${part.variable}}`,
  );
  return `\`${pieces.join('')}\``;
}

/** A text as a Python expression. */
function pythonText(text: string, secrets: CopiedRequest['secrets']): string {
  const parts = partsOf(text, secrets);
  if (parts.length === 0) return '""';
  return parts
    .map((part) => (typeof part === 'string' ? JSON.stringify(part) : `os.environ["${part.variable}"]`))
    .join(' + ');
}

/** Options of `fetch`, indented. */
function fetchOptions({ method, headers, body, encoding, secrets }: CopiedRequest, indent: string): string {
  const named = Object.entries(headers).map(
    ([name, value]) => `${indent}    ${JSON.stringify(name)}: ${javaScriptText(value, secrets)},\n`,
  );
  const text = encoding === 'utf8' ? javaScriptText(body, secrets) : `Buffer.from(${JSON.stringify(body)}, 'base64')`;
  // `fetch` allows no body for these methods.
  const hasBody = body !== '' && method !== 'GET' && method !== 'HEAD';
  const lines = [
    `${indent}  method: ${JSON.stringify(method)},\n`,
    named.length === 0 ? '' : `${indent}  headers: {\n${named.join('')}${indent}  },\n`,
    hasBody ? `${indent}  body: ${text},\n` : '',
  ];
  return `{\n${lines.join('')}${indent}}`;
}

function fetchCode(request: CopiedRequest): string {
  const url = javaScriptText(request.origin + request.path, request.secrets);
  return `const response = await fetch(${url}, ${fetchOptions(request, '')});
console.log(response.status, await response.text());
`;
}

function vitestTest(request: CopiedRequest): string {
  const { method, path, origin, status, secrets } = request;
  const name = partsOf(path.split('?')[0] ?? path, secrets).map((part) => (typeof part === 'string' ? part : '…'));
  const check = status === 0 ? 'expect(response.ok).toBe(true);' : `expect(response.status).toBe(${status});`;
  return `import { expect, test } from 'vitest';

const url = process.env.HANGAR_URL ?? ${JSON.stringify(origin)};

test(${JSON.stringify(`${method} ${name.join('')}${status === 0 ? '' : ` answers ${status}`}`)}, async () => {
  const response = await fetch(url + ${javaScriptText(path, secrets)}, ${fetchOptions(request, '  ')});
  ${check}
});
`;
}

function pythonCode(request: CopiedRequest): string {
  const { method, headers, body, encoding, secrets } = request;
  const named = Object.entries(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${pythonText(value, secrets)},\n`,
  );
  const data = encoding === 'base64' ? `base64.b64decode("${body}")` : `(${pythonText(body, secrets)}).encode()`;
  const call = [
    `    ${JSON.stringify(method)},\n    ${pythonText(request.origin + request.path, secrets)},\n`,
    named.length === 0 ? '' : `    headers={\n${named.join('')}    },\n`,
    body === '' ? '' : `    data=${data},\n`,
  ].join('');
  const modules = [
    call.includes('base64.b64decode') ? ['base64'] : [],
    call.includes('os.environ') ? ['os'] : [],
  ].flat();
  const imports = modules.map((name) => `import ${name}\n`).join('');
  return `${imports}${imports === '' ? '' : '\n'}import requests

response = requests.request(
${call})
print(response.status_code, response.text)
`;
}

/**
 * Matches syntax of editors' HTTP clients, which the format cannot escape: a variable, the end of the request, another file, a
 * script, or a target for the answer.
 */
const HTTP_FILE_SYNTAX = /\{\{|^\s*(?:###|[<>])/m;

/** A file for the HTTP clients of editors. Variables are written as the REST Client of Visual Studio Code reads them. */
function httpFile({ method, origin, path, headers, body, encoding, secrets }: CopiedRequest): string {
  const text = (value: string) =>
    partsOf(value, secrets)
      .map((part) => (typeof part === 'string' ? part : `{{$processEnv ${part.variable}}}`))
      .join('');
  const named = Object.entries(headers);
  const isFile = encoding === 'base64' || HTTP_FILE_SYNTAX.test(body);
  const notes = [
    ...(isFile ? ['# Save the body of the request as body.bin beside this file.\n'] : []),
    ...named
      .filter(([, value]) => value.includes('{{'))
      .map(([name]) => `# Add the header ${name} yourself: its value would be read as a variable.\n`),
  ];
  const lines = [
    `${method} ${text(origin + path.replaceAll('{', '%7B'))}`,
    ...named.filter(([, value]) => !value.includes('{{')).map(([name, value]) => `${name}: ${text(value)}`),
  ];
  const content = isFile ? '< ./body.bin' : text(body);
  return `${notes.join('')}${lines.join('\n')}\n${body === '' ? '' : `\n${content}\n`}`;
}
