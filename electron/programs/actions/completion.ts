import { choicesOf } from '../flags/field.ts';
import { CLIENT_FLAGS } from '../flags/flags.ts';
import { flagName } from '../flags/read-flags.ts';
import type { CommandFacts } from './action.ts';

/** Completions of one command. */
interface Completion {
  readonly name: string;
  readonly flags: readonly string[];
  /** Flags with a value. */
  readonly valued: readonly string[];
  /** Words for the first argument. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
}

/** The completion script of a shell. */
export function completionScript(
  shell: 'bash' | 'zsh' | 'fish' | 'powershell',
  commands: Readonly<Record<string, CommandFacts>>,
): string {
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powerShellScript }[shell];
  return script(Object.entries(commands).map(completionOf)).trimEnd();
}

function completionOf([name, { kind, flags, operand }]: [string, CommandFacts]): Completion {
  const all = Object.entries(kind === 'program' ? flags : { ...CLIENT_FLAGS, ...flags });
  const suggested = operand?.suggested ?? (operand === undefined ? [] : choicesOf(operand));
  return {
    name,
    flags: [...all.map(([flag]) => flagName(flag)), '--help'],
    valued: all.flatMap(([flag, { metavar }]) => (metavar === '' ? [] : [flagName(flag)])),
    choices: suggested === 'files' ? [] : suggested,
    takesFiles: suggested === 'files',
  };
}

/** First words after the name of the program: only `fault` of `fault add`. */
function firstWords(completions: readonly Completion[]): string[] {
  return [...new Set(completions.map(({ name }) => name.split(' ')[0] ?? ''))];
}

/** The second words, by first word. */
function secondWords(completions: readonly Completion[]): [first: string, seconds: string[]][] {
  return firstWords(completions).flatMap((first): [string, string[]][] => {
    const seconds = completions.flatMap(({ name }) =>
      name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
    );
    return seconds.length === 0 ? [] : [[first, seconds]];
  });
}

/** Branches of a shell's `case`, by command, with the allowed words. */
function cases(completions: readonly Completion[], wordsOf: (one: Completion) => readonly string[]): string {
  return completions
    .flatMap((one) =>
      wordsOf(one).length === 0 ? [] : [`    '${one.name}') candidates='${wordsOf(one).join(' ')}' ;;`],
    )
    .join('\n');
}

/** The function for bash, which zsh runs too. A marker stands for file names. */
function bashFunction(completions: readonly Completion[]): string {
  const seconds = secondWords(completions).map(([first, words]) => `    '${first}') seconds='${words.join(' ')}' ;;`);
  const valued = [...new Set(completions.flatMap((one) => one.valued))];
  return `_hangar() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local name="\${COMP_WORDS[1]}" operand=2 candidates='' seconds=''
  case "$name" in
${seconds.join('\n')}
  esac
  if [ "$COMP_CWORD" -gt 2 ] && [ -n "$seconds" ]; then
    case " $seconds " in *" \${COMP_WORDS[2]} "*) name="$name \${COMP_WORDS[2]}"; operand=3 ;; esac
  fi
  case " ${valued.join(' ')} " in *" $previous "*) candidates=@files ;; esac
  if [ -z "$candidates" ] && [ "$COMP_CWORD" -eq 1 ]; then
    candidates='${firstWords(completions).join(' ')} --help --version'
  elif [ -z "$candidates" ]; then
    case "$current" in
    -*) case "$name" in
${cases(completions, ({ flags }) => flags)}
    esac ;;
    *) if [ "$COMP_CWORD" -eq "$operand" ]; then
      case "$name" in
${cases(completions, ({ choices, takesFiles }) => (takesFiles ? ['@files'] : choices))}
      esac
      if [ "$operand" -eq 2 ]; then candidates="$candidates $seconds"; fi
    fi ;;
    esac
  fi
  if [ "$candidates" = @files ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$candidates" -- "$current"))
  fi
}
complete -F _hangar hangar
`;
}

function bashScript(completions: readonly Completion[]): string {
  return `# Completion of hangar for bash: source <(hangar completion bash)
${bashFunction(completions)}`;
}

function zshScript(completions: readonly Completion[]): string {
  return `#compdef hangar
# Completion of hangar for zsh: source <(hangar completion zsh)
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashFunction(completions)}`;
}

function fishScript(completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ name, flags, valued, choices, takesFiles }) => {
    const [first = '', second] = name.split(' ');
    const has = (word: string): string => `__fish_seen_subcommand_from ${word}`;
    const condition = second === undefined ? has(first) : `${has(first)}; and ${has(second)}`;
    const isFirst = completions.find((one) => one.name.split(' ')[0] === first)?.name === name;
    return [
      ...(isFirst ? [`complete -c hangar -n __fish_use_subcommand -a ${first}`] : []),
      ...(second === undefined ? [] : [`complete -c hangar -n '${has(first)}' -a ${second}`]),
      ...choices.map((choice) => `complete -c hangar -n '${condition}' -a ${choice}`),
      ...(takesFiles ? [`complete -c hangar -n '${condition}' -F`] : []),
      ...flags.map((flag) => {
        const value = valued.includes(flag) ? ' -r' : '';
        return `complete -c hangar -n '${condition}' -l ${flag.slice(2)}${value}`;
      }),
    ];
  });
  return `# Completion of hangar for fish: hangar completion fish | source
complete -c hangar -f
${lines.join('\n')}
`;
}

/** A table of PowerShell: words by command. */
function powerShellTable(rows: readonly (readonly [name: string, words: readonly string[]])[]): string {
  const lines = rows
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `    '${name}' = '${words.join(' ')}'`);
  return `@{\n${lines.join('\n')}\n  }`;
}

/** The script for PowerShell, which completes names of files where the script offers nothing. */
function powerShellScript(completions: readonly Completion[]): string {
  const valued = [...new Set(completions.flatMap((one) => one.valued))];
  return `# Completion of hangar for PowerShell: hangar completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName hangar -ScriptBlock {
  param($current, $line, $cursor)
  $flags = ${powerShellTable(completions.map(({ name, flags }) => [name, flags]))}
  $choices = ${powerShellTable(completions.map(({ name, choices }) => [name, choices]))}
  $seconds = ${powerShellTable(secondWords(completions))}
  $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  $name = $before[1]
  $operand = 2
  if ($before.Count -gt 2 -and "$($seconds[$name])".Split(' ') -contains $before[2]) {
    $name = "$name $($before[2])"
    $operand = 3
  }
  if ('${valued.join(' ')}'.Split(' ') -contains $before[-1]) { return }
  if ($before.Count -eq 1) { $words = '${firstWords(completions).join(' ')} --help --version' }
  elseif ($current.StartsWith('-')) { $words = $flags[$name] }
  elseif ($before.Count -eq $operand) { $words = "$($choices[$name]) $($seconds[$name])" }
  "$words".Split(' ') | Where-Object { $_ -ne '' -and $_.StartsWith($current) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
