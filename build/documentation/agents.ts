import { plainText } from './markdown.ts';
import { lexer } from 'marked';
import { shownMarkdown, titleOf } from './html.ts';
import { type Page, START } from './pages.ts';

/** Sections of the pages that make the skill of an agent, by page. */
const SKILL: readonly (readonly [page: string, heading: string])[] = [
  [START, 'Start'],
  [START, 'The first request'],
  [START, 'Point your program here'],
  [START, 'The lab'],
  [START, 'For coding agents'],
  ['docs/agents.md', 'Tools'],
];

/**
 * Files for coding agents, by name: `llms.txt`, the pages with a sentence about each, and `SKILL.md`, how to use Hangar. Both are made of
 * the pages.
 */
export function agentFiles(pages: readonly Page[]): Record<string, string> {
  return { 'llms.txt': overview(pages), 'SKILL.md': skill(pages) };
}

function overview(pages: readonly Page[]): string {
  const groups = [...new Set(pages.map(({ group }) => group))].filter((group) => group !== '');
  const lists = groups.map((group) => {
    const own = pages.filter((page) => page.group === group);
    return `## ${group}\n\n${own.map((page) => `- [${titleOf(page)}](${page.address}): ${firstSentence(page)}`).join('\n')}\n`;
  });
  return `# Hangar\n\n> ${introduction(pages)}\n\n${lists.join('\n')}`;
}

function skill(pages: readonly Page[]): string {
  const parts = SKILL.map(([path, heading]) => `## ${heading}\n${sectionOf(pages, path, heading)}`);
  const description = `${introduction(pages)} Use it to run, test and debug a program that calls the service.`;
  return `---\nname: hangar\ndescription: ${JSON.stringify(description)}\n---\n\n# Hangar\n\n${parts.join('\n').trim()}\n`;
}

/** The text of a section without its heading. Throws when the page has none. */
function sectionOf(pages: readonly Page[], path: string, heading: string): string {
  const page = pages.find((each) => each.path === path);
  const text = (page === undefined ? '' : shownMarkdown(page)).split(`\n## ${heading}\n`).at(1);
  if (text === undefined) throw new Error(`${path} has no section "${heading}"`);
  return text.split(/\n## /)[0] ?? '';
}

/** The first paragraph of the first page. */
function introduction(pages: readonly Page[]): string {
  const start = pages.at(0);
  return start === undefined ? '' : paragraphOf(start);
}

function firstSentence(page: Page): string {
  return /^.*?[.:](?= |$)/.exec(paragraphOf(page))?.[0].replace(/:$/, '.') ?? '';
}

function paragraphOf(page: Page): string {
  const paragraph = lexer(shownMarkdown(page)).find(({ type }) => type === 'paragraph');
  return paragraph === undefined ? '' : plainText([paragraph]);
}
