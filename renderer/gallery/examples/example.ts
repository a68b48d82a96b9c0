import { createElement, type ReactNode } from 'react';

/**
 * Components of a family by name, each with its states by name. The states `hover` and `focus` look as if the pointer or the
 * focus were on everything in them.
 */
export type Examples = Readonly<Record<string, Readonly<Record<string, ReactNode>>>>;

/** A part of a page with a height in pixels and the whole width, for content that fills its container. */
export function framed(height: number, content: ReactNode): ReactNode {
  return createElement('div', { className: 'fill', 'data-wide': true, style: { height } }, content);
}

/** A text without spaces that is wider than any field. */
export const LONG_WORD = 'order_confirmation_for_customers_outside_of_the_european_union_'.repeat(3);
/** A text of several lines. */
export const LONG_TEXT =
  'The payment was refused by the bank of the customer because the card had expired two days before the order. '.repeat(
    4,
  );
