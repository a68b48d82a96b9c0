/** A shortened ID: `run…k2m9`. */
export function shortID(id: string): string {
  return id.length <= 8 ? id : `${id.slice(0, 3)}…${id.slice(-4)}`;
}
