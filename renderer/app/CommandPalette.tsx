import { Modal, TextInput } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type Command, useActiveCommands, shortcutText } from '../core/commands/commands.ts';
import { useHangar } from '../core/data/hangar.ts';
import { useNavigate } from '../core/page/page.ts';
import { useLatest } from '../ui/hooks.ts';
import { KeyCap } from '../ui/text/KeyCap.tsx';
import classes from './CommandPalette.module.css';
import { closeDialogs, dialogs } from './dialogs.ts';
import { MoreCommands } from './EntityCommands.tsx';
import { stripBidiControls } from '../ui/text/shown-text.tsx';

/** Maximum number of recent commands, which come first. */
const MAX_RECENT = 5;

/** A searchable list of all commands. */
export function CommandPalette() {
  const isOpen = useStore(dialogs, ({ open }) => open === 'palette');
  return (
    <Modal.Root opened={isOpen} onClose={closeDialogs} size={600} yOffset={70} padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette" radius={8}>
        {isOpen && <Palette />}
      </Modal.Content>
    </Modal.Root>
  );
}

function Palette() {
  const commands = useActiveCommands();
  const [text, setText] = useState('');
  const [chosen, choose] = useState('');
  const { recent, run } = useRecentCommands();
  const navigate = useNavigate();
  const found = useMemo(
    () => [...findCommands(commands, text, recent), ...searches(text, navigate)],
    [commands, text, recent, navigate],
  );
  // By ID, since commands can be added while the palette is open.
  const at = Math.max(0, found.map(({ id }) => id).indexOf(chosen));
  const { isLoaded, onLoaded, setWaiting } = useLoading(() => run(found[at]));
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  useScrollTo(list, at);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && !isLoaded && chosen === '') setWaiting(true);
    else if (event.key === 'Enter') run(found[at]);
    else if (step !== undefined && found.length > 0) choose(found[(at + step + found.length) % found.length]?.id ?? '');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <MoreCommands text={text} onLoaded={onLoaded} />
      <TextInput
        data-autofocus
        variant="unstyled"
        className={classes['search'] ?? ''}
        role="combobox"
        aria-label="Search commands"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${at}`}
        placeholder="Go to a page, run a task, answer a prompt…"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value);
          choose('');
          setWaiting(false);
        }}
      />
      <ul ref={list} id={id} role="listbox" aria-label="Commands" className={classes['list']}>
        {found.map((command, index) => (
          <CommandRow
            key={command.id}
            id={`${id}-${index}`}
            command={command}
            isChosen={index === at}
            onPoint={() => choose(command.id)}
            onClick={() => run(command)}
          />
        ))}
      </ul>
    </>
  );
}

/** Knows when all commands are there. An Enter before that waits for them, since the best one may be missing. */
function useLoading(enter: () => void) {
  const [isLoaded, setLoaded] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const latest = useLatest(enter);
  useEffect(() => {
    if (isLoaded && isWaiting) latest();
  }, [isLoaded, isWaiting, latest]);
  return { isLoaded, onLoaded: useCallback(() => setLoaded(true), []), setWaiting };
}

/** The command that finds a text in the values of runs. */
function searches(text: string, navigate: (to: string) => void): readonly Command[] {
  const needle = text.trim();
  if (needle === '') return [];
  const run = () => navigate(`/runs?q=${encodeURIComponent(needle)}`);
  return [{ id: 'runs-with', title: `Runs with ${needle}`, note: 'in any value', group: 'Search', run }];
}

/** Keeps the child at an index of a list in view. */
function useScrollTo(list: RefObject<HTMLElement | null>, at: number): void {
  useEffect(() => {
    // In braces: newer browsers return a promise, which is not a clean-up function.
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);
}

/** The recent commands, fixed while the palette is open, so that nothing moves; and what runs a command. */
function useRecentCommands() {
  const { preferences } = useHangar();
  const [recent] = useState(() => preferences.getState().recentCommands);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    closeDialogs();
    const others = recent.filter((other) => other !== command.id);
    preferences.setState({ recentCommands: [command.id, ...others].slice(0, MAX_RECENT) });
    // After the focus is back where it was, so that the command can move it.
    setTimeout(command.run);
  };
  return { recent, run };
}

interface CommandRowProps {
  readonly id: string;
  readonly command: Command;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onClick: () => void;
}

function CommandRow({ id, command: { group, title, note, shortcut }, isChosen, onPoint, onClick }: CommandRowProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes['command']}
      onPointerMove={onPoint}
      onClick={onClick}
    >
      <span className={classes['group']}>{group}</span>
      <span className={classes['title']}>{stripBidiControls(title)}</span>
      {note !== undefined && <span className="quiet small">{note}</span>}
      {shortcut !== undefined && <KeyCap readable>{shortcutText(shortcut)}</KeyCap>}
    </li>
  );
}

const MAX_RESULTS = 50;

/** Groups at the end of the list while the search is empty. */
const LAST_GROUPS = ['Go', 'Open', 'View', 'Hangar'];

/** Commands that contain all words of a text; those whose title starts with the first word come first, without a text those of the page and the recent ones. */
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

/** Rank of what the open page offers while the search is empty; those with keys come first. */
const OF_PAGE = 200;

function rankOf(command: Command, words: readonly string[]): number {
  const { title, group, keywords = '', isOfPage, shortcut } = command;
  if (words.length === 0 && isOfPage === true && group !== 'Lists') return OF_PAGE + (shortcut === undefined ? 0 : 1);
  if (words.length === 0)
    return LAST_GROUPS.includes(group) ? LAST_GROUPS.length - LAST_GROUPS.indexOf(group) : LAST_GROUPS.length + 1;
  const name = title.toLowerCase();
  const all = `${name} ${group.toLowerCase()} ${keywords.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return -1;
  const [first = ''] = words;
  if (name.startsWith(first)) return 2;
  return name.includes(first) ? 1 : 0;
}
