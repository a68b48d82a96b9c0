/** Programs that tests may start only where their tool is found, with the name of that tool (registry.ts). */
export const PROGRAMS = {
  sh: 'POSIX',
  mkfifo: 'POSIX',
  setsid: 'Linux',
  bash: 'bash',
  zsh: 'zsh',
  fish: 'fish',
  curl: 'curl',
  jq: 'jq',
  openssl: 'openssl',
  python3: 'python3',
  pytest: 'pytest',
  mypy: 'mypy',
  go: 'go',
  gofmt: 'go',
  java: 'javac',
  javac: 'javac',
  initdb: 'postgres',
  mount: 'mounts',
  umount: 'mounts',
  unshare: 'PID namespaces',
  ip: 'network namespaces',
  Xvfb: 'display',
  openbox: 'window manager',
  wmctrl: 'window manager',
  xdotool: 'window manager',
  'dbus-daemon': 'dbus-daemon',
  wine: 'wine',
  wineserver: 'wine',
};

/**
 * Finds a program in a text for a shell: where a command begins, or behind the words of one that starts another; at the end of its
 * line, or before an argument. A sentence has neither.
 */
const STARTED = new RegExp(
  `(?:^|[;&|(]|\\b(?:do|then|exec) |\\s(?:--|-m) )\\s*(${Object.keys(PROGRAMS).join('|')})(?=\\s+(?:["'$.-]|https?:)|\\s*$)`,
  'gm',
);

/** Names of the tools whose programs a text for a shell starts. */
export function toolsIn(text) {
  return [...new Set(Array.from(text.matchAll(STARTED), ([, program]) => PROGRAMS[program]))];
}

/** Name of the tool of a program; `undefined` for one that every machine has, and for other texts. */
export function toolOf(program) {
  return Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
}
