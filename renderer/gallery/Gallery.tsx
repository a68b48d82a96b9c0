import { useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { capitalized } from '../../shared/values/capitalized.ts';
import { Select } from '../ui/Select.tsx';
import type { Examples } from './examples/example.ts';
import { FAMILIES } from './families.ts';
import { forceStates } from './force-states.ts';
import classes from './Gallery.module.css';

const families = Object.keys(FAMILIES);

/** A page for each family of components, with a switch for the theme. The family is `?family=` in the address. */
export function Gallery() {
  const chosen = new URLSearchParams(location.search).get('family') ?? '';
  const shown = Object.hasOwn(FAMILIES, chosen) ? chosen : (families[0] ?? '');
  useEffect(forceStates, []);
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <p>Gallery of components</p>
        <ThemeSwitch />
      </header>
      <nav className={classes['families']} aria-label="Families">
        {families.map((family) => (
          <a key={family} href={`?family=${family}`} aria-current={family === shown ? 'page' : undefined}>
            {inSentence(family)}
          </a>
        ))}
      </nav>
      <main className={classes['content']} tabIndex={0}>
        <h1>{inSentence(shown)}</h1>
        <Components examples={FAMILIES[shown] ?? {}} />
      </main>
    </div>
  );
}

function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return <Select aria-label="Theme" value={colorScheme} data={['auto', 'light', 'dark']} onValue={setColorScheme} />;
}

function Components({ examples }: { examples: Examples }) {
  return Object.entries(examples).map(([component, states]) => (
    <section key={component} aria-labelledby={component}>
      <h2 id={component}>{component}</h2>
      <div className={classes['states']}>
        {Object.entries(states).map(([state, content]) => (
          <figure key={state} className={classes['state']} data-state={state}>
            <figcaption>{state}</figcaption>
            <Apart>{content}</Apart>
          </figure>
        ))}
      </div>
    </section>
  ));
}

/** Content with a router of its own, so that links do not leave the page. */
function Apart({ children }: { children: ReactNode }) {
  const { hook } = useMemo(() => memoryLocation({ path: '/things/one' }), []);
  return <Router hook={hook}>{children}</Router>;
}

/** The name of a file as a heading. */
function inSentence(name: string): string {
  return capitalized(name.replaceAll('-', ' '));
}
