// `node build/release-notes.mjs v1.2.3`: prints what CHANGELOG.md says of this version, for the notes of its release.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The section of a version. Throws when there is none, or when it is marked as not released. */
export function releaseNotes(changelog, tag) {
  const version = tag.replace(/^v/, '');
  const section = changelog.split(/^## /m).find((text) => /^[^\s,]+/.exec(text)?.[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const [heading, ...lines] = section.split('\n');
  if (/not released/.test(heading)) throw new Error(`CHANGELOG.md says that ${heading}: write the date instead`);
  return `${lines.join('\n').trim()}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  process.stdout.write(releaseNotes(changelog, process.argv[2] ?? ''));
}
