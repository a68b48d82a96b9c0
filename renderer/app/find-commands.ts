import type { Command } from '../core/commands.ts';

const MOST = 50;

/** Groups that come after all others while nothing is searched for: one knows them, or they are long. */
const LATE = ['Go', 'Open', 'View', 'Hangar'];

/** The commands that have every word of a text, those whose title begins with it first. */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return commands
    .filter(({ id }) => id !== 'palette')
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ command }) => command);
}

function rankOf({ title, group, keywords = '' }: Command, words: readonly string[]): number {
  if (words.length === 0) return LATE.includes(group) ? LATE.length - LATE.indexOf(group) : LATE.length + 1;
  const name = title.toLowerCase();
  const all = `${name} ${group.toLowerCase()} ${keywords.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return -1;
  const [first = ''] = words;
  if (name.startsWith(first)) return 2;
  return name.includes(first) ? 1 : 0;
}
