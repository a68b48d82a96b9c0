import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { agentFiles } from './agents.ts';
import { documentOf, shownMarkdown, type Site, titleOf } from './html.ts';
import { sectionsOf } from './markdown.ts';
import { pagesOf } from './pages.ts';

/** Folders of the repository whose files are served as text beside the pages. */
const SERVED = ['recipes'];

/** Options of the plugin. */
export interface SiteOptions {
  /** Root of the repository. */
  readonly root: string;
  /** The script of every page, which imports the styles. */
  readonly script: string;
  /** The content security policy. */
  readonly policy: string;
}

/** Adds the documentation to the build of the window: its pages as HTML, and an index for their search. */
export function documentationSite(options: SiteOptions): Plugin {
  return {
    name: 'documentation-site',
    apply: 'build',
    async generateBundle(_, bundle) {
      const files = { ...documentationFiles(options), ...(await assets(options.script, Object.keys(bundle))) };
      for (const [name, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName: `docs/${name}`, source });
      }
    },
  };
}

/** The pages, the index of their sections, and the files they link to, by name below `docs/`. */
export function documentationFiles({ root, policy }: Pick<SiteOptions, 'root' | 'policy'>): Record<string, string> {
  const pages = pagesOf(root);
  const served = SERVED.flatMap((folder) => filesIn(root, folder));
  const site: Site = {
    pages,
    policy,
    addressOf: (path) => (served.includes(path) ? `/docs/${path}.txt` : undefined),
  };
  const index = pages.flatMap((page) => {
    return sectionsOf(shownMarkdown(page)).map(({ title, id, depth, text }) => ({
      page: titleOf(page),
      title,
      address: depth === 1 ? page.address : `${page.address}#${id}`,
      text,
    }));
  });
  return {
    ...Object.fromEntries(pages.map((page) => [fileOf(page.address), documentOf(page, site)])),
    ...Object.fromEntries(served.map((path) => [`${path}.txt`, readFileSync(join(root, path), 'utf8')])),
    ...agentFiles(pages),
    'index.json': JSON.stringify(index),
  };
}

/** The paths of the files in a folder and in those within it. */
function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}

function fileOf(address: string): string {
  return address.replace('/docs/', '') || 'index.html';
}

/** The script of the pages and its styles, one file each: a page has nothing to wait for. @param built the window's files, with the fonts */
async function assets(script: string, built: readonly string[]): Promise<Record<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      cssCodeSplit: false,
      rolldownOptions: {
        input: script,
        output: { format: 'iife', entryFileNames: 'docs.js', assetFileNames: '[name][extname]' },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const textOf = (end: string): string => {
    const file = outputs.flatMap(({ output }) => output).find(({ fileName }) => fileName.endsWith(end));
    return file?.type === 'chunk' ? file.code : String(file?.source);
  };
  // One copy of each font is enough.
  const fontOf = (name: string): string => {
    const path = built.find((each) => each.includes(name));
    if (path === undefined) throw new Error(`The build of the window has no font ${name}.`);
    return `../${path}`;
  };
  return {
    'docs.js': textOf('.js'),
    'docs.css': textOf('.css').replace(/[./]*([\w-]+)\.woff2/g, (_, name: string) => fontOf(name)),
  };
}
