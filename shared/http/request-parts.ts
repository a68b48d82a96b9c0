/** True for a request that changes nothing: GET or HEAD. */
export function isRead({ method }: { readonly method?: string | undefined }): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Name of a header. Source: RFC 9110 5.1. */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Value of a header: one line of Latin-1. Source: RFC 9110 5.5. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Path and query as they cross a connection: no spaces, line ends or other control characters. */
export const TARGET_TEXT = /^[\x21-\x7e\x80-\xff]*$/;

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
