import { HEADER_NAME, HEADER_VALUE } from '../../../shared/http/request-parts.ts';

/** Headers as text, one `Name: value` per line. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Parses headers, one per line, and describes the first invalid line; '' for none. */
export function readHeaderLines(text: string): { headers: Record<string, string>; problem: string } {
  const headers: Record<string, string> = {};
  let problem = '';
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(0, at)).trim();
    if (!HEADER_NAME.test(name)) problem ||= `“${line.trim()}” is not a header. Write Name: value.`;
    else if (!HEADER_VALUE.test(line)) problem ||= `${name} contains a character that headers do not allow.`;
    else headers[name] = line.slice(at + 1).trim();
  }
  return { headers, problem };
}
