import { invariantText } from '../../../shared/model/invariant.ts';
import { commandWord, type Shell } from '../../../shared/values/shell-words.ts';
import { flagName } from '../flags/read-flags.ts';
import type { ExploreFlags } from './explore-program.ts';
import { ALWAYS_CHECKED } from './judge.ts';
import type { ReportContext } from './result.ts';
import type { CheckedSettings } from './settings.ts';

interface CallFacts {
  readonly flags: Pick<ExploreFlags, 'url' | 'save' | 'from' | 'definitions' | 'sdk'>;
  readonly settings: CheckedSettings;
  readonly workspace: string | undefined;
  readonly command: readonly string[];
  readonly shell: Shell;
}

/** Returns the function that makes the lines of commands which repeat and debug a counterexample. */
export function nextCommands({ flags, settings, workspace, command, shell }: CallFacts): ReportContext['next'] {
  const { url, save } = flags;
  const word = (text: string): string => commandWord(text, shell);
  const wordsOf = (values: readonly Value[]): string =>
    values.flatMap(([name, value]) => [flagName(name), word(value)]).join(' ');
  return (brief, index) => {
    const schedule = save !== undefined && index === 0 ? save : JSON.stringify(brief);
    const own = definitionFlags(flags, workspace);
    const values: readonly Value[] = [
      ...(url === undefined ? own : [['url', url.href] as const]),
      ...(settings.from === 'definitions' ? [] : [['from', settings.from] as const]),
      ...invariantsOf(settings).map((text) => ['invariant', text] as const),
      ...numbers(settings),
      ['replay', schedule],
    ];
    return [
      `Repeat it:  hangar explore ${wordsOf(values)} -- ${command.map(word).join(' ')}`,
      ...(url === undefined
        ? debugOwn(wordsOf([...own, ['schedule', schedule]]))
        : debugRunning(url, word(JSON.stringify(brief)))),
    ];
  };
}

/** A flag of a command, and its value. */
type Value = readonly [name: string, value: string];

function definitionFlags({ definitions, sdk }: CallFacts['flags'], workspace: string | undefined): Value[] {
  return [
    ...(workspace === undefined ? [] : [['workspace', workspace] as const]),
    ...definitions.map((folder) => ['definitions', folder] as const),
    ...(sdk === undefined ? [] : [['sdk', sdk] as const]),
  ];
}

function invariantsOf({ invariants }: CheckedSettings): string[] {
  const always = new Set(ALWAYS_CHECKED.map(invariantText));
  return invariants.map(invariantText).filter((text) => !always.has(text));
}

// In memory, since keys and runs of earlier clients would change what happens.
function debugOwn(flags: string): string[] {
  return [
    `Debug it:   hangar serve --in-memory ${flags}`,
    '            It prints URL and key for the client; its window marks the faults.',
  ];
}

function debugRunning(url: URL, schedule: string): string[] {
  return [
    `Debug it:   curl ${new URL('/_emulator/schedule', url).href} -d ${schedule}`,
    '            Then start the client; the window marks the faults.',
  ];
}

/** The numbers that are not the defaults. */
function numbers({ speed, trialTimeoutSeconds, settleSeconds }: CheckedSettings): Value[] {
  return [
    ...(speed === 1 ? [] : [['speed', String(speed)] as const]),
    ...(trialTimeoutSeconds === 30 ? [] : [['trialTimeout', `${trialTimeoutSeconds}s`] as const]),
    ...(settleSeconds === 3600 ? [] : [['settle', `${settleSeconds}s`] as const]),
  ];
}
