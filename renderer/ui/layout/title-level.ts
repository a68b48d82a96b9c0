import { createContext } from 'react';

/** The heading level of an item's title: `h2` for one shown below the heading of its list. */
export const TitleLevel = createContext<'h1' | 'h2'>('h1');
