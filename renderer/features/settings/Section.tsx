import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './settings.module.css';
import { Fact } from '../../ui/text/Facts.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';

interface SectionProps {
  readonly title: string;
  /** A note below the content. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the settings with a heading. */
export function Section({ title, hint, children }: SectionProps) {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
    </section>
  );
}

/** Links to the sections beside it, of which some load. */
export function SectionIndex() {
  const list = useRef<HTMLUListElement>(null);
  const [sections, setSections] = useState<readonly Pick<Element, 'id' | 'textContent'>[]>([]);
  useLayoutEffect(() => {
    const page = list.current?.parentElement;
    if (!page) return undefined;
    const read = () => setSections([...page.querySelectorAll('section > h2')]);
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true });
    read();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
    return () => observer.disconnect();
  }, []);
  return (
    <ul ref={list} className={classes['index']} aria-label="Sections">
      {sections.map(({ id, textContent }) => (
        <li key={id}>
          {/* Of another name than what the section does. */}
          <a href={`#${id}`} aria-label={`Go to ${textContent}`}>
            {textContent}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A text as code, with a button that copies it; `label` names the button. */
export function CopiedText({ text, label }: { text: string; label: string }) {
  return (
    <>
      <code>{text}</code>
      <CopyButton value={text} label={label} short="Copy" />
    </>
  );
}

/** A name with a text to copy, in a `Facts` list. */
export function CopiedFact({ name, ...copied }: { name: string; text: string; label: string }) {
  return (
    <Fact name={name}>
      <CopiedText {...copied} />
    </Fact>
  );
}
