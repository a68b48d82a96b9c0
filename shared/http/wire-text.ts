/** Name of a header. Source: RFC 9110 5.1. */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Value of a header: one line of Latin-1. Source: RFC 9110 5.5. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Path and query as they cross a connection: no spaces, line ends or other control characters. */
export const TARGET_TEXT = /^[\x21-\x7e\x80-\xff]*$/;
