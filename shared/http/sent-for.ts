/**
 * Header of a request that Hangar sends for somebody: of a built-in task, or one of a recording that is sent again. Whoever has
 * such a request sent chooses its address, path and headers, but cannot remove this one. It takes rights away and gives none, so
 * its presence is enough, whatever its value. Every Hangar that receives it serves `/v0` only.
 */
export const SENT_FOR = 'X-Hangar-Sent-For';

/** True for the name of that header, in any case. */
export function isSentFor(name: string): boolean {
  return name.toLowerCase() === 'x-hangar-sent-for';
}
