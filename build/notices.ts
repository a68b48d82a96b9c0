import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PREFACE = `Hangar contains the packages below, each under its own licence. The desktop application also contains Electron
and Chromium, whose licences lie beside it.
`;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[-.](?:md|txt|markdown|mit|apache.*))?$/i;

/** Text of the licence, for packages that name it without its text. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly author?: string | { readonly name: string };
}

/** Names, versions and licences of packages, by their folders. */
export function noticesOf(folders: Iterable<string>): string {
  return [PREFACE, ...[...new Set(folders)].sort().map(noticeOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, homepage } = manifest;
  if (license === undefined) throw new Error(`${folder} does not say under which licence it is`);
  const files = readdirSync(folder).filter((entry) => LICENCE_FILE.test(entry));
  const texts = files.map((file) => ownPart(readFileSync(join(folder, file), 'utf8')).trim());
  const text = texts.length > 0 ? texts.join('\n\n') : withoutFile(manifest);
  return `${name} ${version} (${license})\n${homepage === undefined ? '' : `${homepage}\n`}\n${text}\n`;
}

function withoutFile({ name, license, author }: Manifest): string {
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  return license === 'MIT' ? `Copyright (c) ${holder}\n\n${MIT}` : `By ${holder}, under the licence named above.`;
}

/** The bundlers' files go on with the licences of what they are made of, none of which is in a bundle. */
function ownPart(text: string): string {
  return text.split(/^#+ (?:licenses of )?bundled dependencies/im)[0] ?? text;
}
