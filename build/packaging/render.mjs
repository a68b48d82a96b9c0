// `node build/packaging/render.mjs SHA256SUMS OUT`: writes the manifests of other package managers for the files of a release, from
// templates/ and package.json. `{{version}}` and the like are facts of package.json; `{{sha256 FILE}}` is the sum of a file.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url));
const PLACEHOLDER = /\{\{(\w+)(?: ([^}]+))?\}\}/g;

/** The manifests by their paths below OUT. Throws where a file of the release has no checksum. */
export function manifests(sums, manifest) {
  const known = new Map(
    sums.split('\n').flatMap((line) => [/^([\da-f]{64}) [ *](.+)$/.exec(line)?.slice(1).toReversed() ?? []]),
  );
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
  const facts = {
    ...{ name: manifest.name, version: manifest.version, description: manifest.description, license: manifest.license },
    ...{ homepage: manifest.homepage, bugs: manifest.bugs.url, repository, author: manifest.author },
    mcpName: manifest.mcpName,
    download: `${repository}/releases/download/v${manifest.version}`,
  };
  const valueOf = (word, file) =>
    word === 'sha256' ? known.get(file.replace('<version>', facts.version)) : facts[word];
  const fill = (text) =>
    text.replace(PLACEHOLDER, (placeholder, word, file = '') => {
      const value = valueOf(word, file);
      if (value === undefined) throw new Error(`SHA256SUMS has no file for ${placeholder}`);
      return value;
    });
  const paths = readdirSync(TEMPLATES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(TEMPLATES, path).replace(/\.in$/, ''), fill(readFileSync(path, 'utf8'))];
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [sums, out] = process.argv.slice(2);
  if (sums === undefined || out === undefined) {
    process.stderr.write('Usage: node build/packaging/render.mjs SHA256SUMS OUT\n');
    process.exit(2);
  }
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  for (const [path, text] of Object.entries(manifests(readFileSync(sums, 'utf8'), manifest))) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
    process.stdout.write(`${join(out, path)}\n`);
  }
}
