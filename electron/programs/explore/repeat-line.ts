import { invariantText } from '../../../shared/model/invariant.ts';
import { commandWord, type Shell } from '../../../shared/values/shell-words.ts';
import { flagName } from '../flags/read-flags.ts';
import type { ExploreFlags } from './explore-program.ts';
import { ALWAYS_CHECKED } from './judge.ts';
import type { CheckedSettings } from './settings.ts';

interface RepeatFacts {
  readonly flags: Pick<ExploreFlags, 'url' | 'save' | 'from' | 'definitions' | 'sdk'>;
  readonly settings: CheckedSettings;
  readonly workspace: string | undefined;
  readonly command: readonly string[];
  readonly shell: Shell;
}

/** Returns the function that makes the line which repeats a counterexample. */
export function repeatLine({ flags, settings, workspace, command, shell }: RepeatFacts) {
  return (schedule: readonly object[], index: number): string => {
    const saved = flags.save !== undefined && index === 0 ? flags.save : undefined;
    const always = new Set(ALWAYS_CHECKED.map(invariantText));
    const invariants = settings.invariants.map(invariantText).filter((text) => !always.has(text));
    const values: readonly (readonly [name: string, value: string])[] = [
      ...(flags.url === undefined ? definitionFlags(flags, workspace) : [['url', flags.url.href] as const]),
      ...(settings.from === 'definitions' ? [] : [['from', settings.from] as const]),
      ...invariants.map((text) => ['invariant', text] as const),
      ...numbers(settings),
      ['replay', saved ?? JSON.stringify(schedule)],
    ];
    const words = values.flatMap(([name, value]) => [flagName(name), commandWord(value, shell)]);
    return ['hangar explore', ...words, '--', ...command.map((word) => commandWord(word, shell))].join(' ');
  };
}

function definitionFlags(
  { definitions, sdk }: RepeatFacts['flags'],
  workspace: string | undefined,
): (readonly [string, string])[] {
  return [
    ...(workspace === undefined ? [] : [['workspace', workspace] as const]),
    ...definitions.map((folder) => ['definitions', folder] as const),
    ...(sdk === undefined ? [] : [['sdk', sdk] as const]),
  ];
}

/** The numbers that are not the defaults. */
function numbers({ speed, trialTimeoutSeconds, settleSeconds }: CheckedSettings): (readonly [string, string])[] {
  return [
    ...(speed === 1 ? [] : [['speed', String(speed)] as const]),
    ...(trialTimeoutSeconds === 30 ? [] : [['trialTimeout', `${trialTimeoutSeconds}s`] as const]),
    ...(settleSeconds === 3600 ? [] : [['settle', `${settleSeconds}s`] as const]),
  ];
}
