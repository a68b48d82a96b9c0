// `npm run docs`: writes the pages of `/docs/` to out/docs, for any static web server and any path on it.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';

const built = fileURLToPath(new URL('../out/renderer', import.meta.url));
const out = fileURLToPath(new URL('../out/docs', import.meta.url));

/** Makes the addresses of a page, of the index or of the script relative: all pages lie in one folder. */
function relative(text) {
  return text
    .replace(/(["'`(])\/docs\/(?=["'`#)])/g, '$1index.html')
    .replace(/(["'`(])\/docs\//g, '$1')
    .replace(/ href="\/(?:icon\.svg)?"/g, (href) =>
      href.includes('icon') ? ' href="icon.svg"' : ' href="index.html"',
    );
}

await ensureBuilt();
rmSync(out, { recursive: true, force: true });
cpSync(join(built, 'docs'), out, { recursive: true });
cpSync(join(built, 'icon.svg'), join(out, 'icon.svg'));
for (const name of readdirSync(out).filter((each) => /\.(?:html|js|json|txt)$/.test(each)))
  writeFileSync(join(out, name), relative(readFileSync(join(out, name), 'utf8')));
process.stdout.write(`${out}\n`);
