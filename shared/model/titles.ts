/** The names of a run. Its task has no slug when it is the run of a prompt block. */
interface RunNames {
  readonly taskSlug: string;
  /** Name of the task; of the session and the block for a prompt of a runbook. */
  readonly name: string;
}

/** The slug of a run's task; its name when there is no task. For the command line and rows of requests. */
export function slugOrName({ taskSlug, name }: RunNames): string {
  return taskSlug === '' ? name : taskSlug;
}

/** The title of a run in the window: its name, else the slug of its task. */
export function runTitle({ taskSlug, name }: RunNames): string {
  return name === '' ? taskSlug : name;
}

/** Number of characters of a line in which marks are looked for. */
const MOST = 300;

/** A link or an image of Markdown, with its text. */
export const MARKDOWN_LINK = /!?\[([^[\]]*)\]\([^()\s]*\)/g;

/** The first line of a question without the marks of Markdown, for titles and rows; '' for none. */
export function questionTitle(description: string): string {
  return firstLineOf(description)
    .slice(0, MOST)
    .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/, '')
    .replace(MARKDOWN_LINK, '$1')
    .replace(/(\*\*|__|~~|`)(\S|\S.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(\S|\S.*?\S)\1(?![\w*])/g, '$2')
    .trim();
}

/** The first line of a text. */
export function firstLineOf(description: string): string {
  return description.trimStart().split('\n', 1)[0] ?? '';
}
