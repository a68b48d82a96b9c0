/** Characters of a name that a message repeats. */
const MOST = 100;

/** A name from a request as messages repeat it: its beginning, when it is long. */
export function shown(name: string): string {
  return name.length > MOST ? `${name.slice(0, MOST)}…` : name;
}
