import type { Command } from '../core/commands.ts';

const MAX_RESULTS = 50;

/** Groups at the end of the list while the search is empty. */
const LAST_GROUPS = ['Go', 'Open', 'View', 'Hangar'];

/** Commands that contain all words of a text; those whose title starts with the first word come first, without a text the recent ones. */
export function findCommands(
  commands: readonly Command[],
  text: string,
  recent: readonly string[] = [],
): readonly Command[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return commands
    .filter(({ id }) => id !== 'palette')
    .map((command) => ({ command, rank: rankOf(command, words) + recencyOf(command, { words, recent }) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_RESULTS)
    .map(({ command }) => command);
}

/** A rank above all others for recent commands while the search is empty, the newest first. */
function recencyOf({ id }: Command, search: { readonly words: readonly string[]; readonly recent: readonly string[] }) {
  const at = search.words.length > 0 ? -1 : search.recent.indexOf(id);
  return at < 0 ? 0 : 100 - at;
}

function rankOf({ title, group, keywords = '' }: Command, words: readonly string[]): number {
  if (words.length === 0)
    return LAST_GROUPS.includes(group) ? LAST_GROUPS.length - LAST_GROUPS.indexOf(group) : LAST_GROUPS.length + 1;
  const name = title.toLowerCase();
  const all = `${name} ${group.toLowerCase()} ${keywords.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return -1;
  const [first = ''] = words;
  if (name.startsWith(first)) return 2;
  return name.includes(first) ? 1 : 0;
}
