/** Maximum number of characters that a message quotes. */
const MOST = 100;

/** Quotes a name from a request in a message, truncated when it is long. */
export function shown(name: string): string {
  return name.length > MOST ? `${name.slice(0, MOST)}…` : name;
}
