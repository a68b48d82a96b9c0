import { Button } from '@mantine/core';
import {
  ChevronDownIcon,
  CircleXIcon,
  CloudOffIcon,
  GaugeIcon,
  type LucideIcon,
  PencilIcon,
  UnplugIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { NewRelease } from '../../../../shared/contract/emulator/held-requests.ts';
import { MenuPopover } from '../../../ui/inputs/MenuPopover.tsx';
import { lazyComponent } from '../../../ui/deferred-code.ts';
import { ShortcutCap, useRelease } from './release-buttons.tsx';

/** The dialog, loaded on first use. */
const OtherAnswerDialog = lazyComponent(() => import('./OtherAnswerDialog.tsx').then((file) => file.OtherAnswerDialog));

type Instead = NonNullable<NewRelease['instead']>;

interface Answer {
  readonly text: string;
  readonly icon: LucideIcon;
  readonly instead: Instead;
}

/** The answer that a key gives on the page of a held request. */
export const LOSE: Answer & { readonly shortcut: string } = {
  ...{ text: 'Lose the answer', icon: UnplugIcon, instead: { kind: 'lose' }, shortcut: 'L' },
};

/** Answers that a person chooses first. To add one, add an entry. */
const ANSWERS: readonly Answer[] = [
  LOSE,
  { text: 'Close the connection', icon: CircleXIcon, instead: { kind: 'refuse' } },
  {
    text: '429, Retry-After 2 s',
    icon: GaugeIcon,
    instead: { kind: 'error', status: 429, retryAfterSeconds: 2 },
  },
  { text: '503 Unavailable', icon: CloudOffIcon, instead: { kind: 'error', status: 503 } },
];

/** The menu of what a held request gets instead of its answer. @param props `hasKeys` on its page, where the keys are about it */
export function AnswerInstead({ id, hasKeys = false }: { id: string; hasKeys?: boolean }) {
  const release = useRelease();
  const [isOpen, setOpen] = useState(false);
  const [isOther, setOther] = useState(false);
  return (
    <>
      <MenuPopover label="Answer instead" icon={ChevronDownIcon} labelled isOpen={isOpen} onOpen={setOpen}>
        {() => (
          <>
            {ANSWERS.map((answer) => (
              <Button
                key={answer.text}
                leftSection={<answer.icon size={14} />}
                {...(hasKeys && answer === LOSE ? { rightSection: <ShortcutCap shortcut={LOSE.shortcut} /> } : {})}
                onClick={() => void release.run(id, { instead: answer.instead })}
              >
                {answer.text}
              </Button>
            ))}
            <Button leftSection={<PencilIcon size={14} />} onClick={() => setOther(true)}>
              Other answer…
            </Button>
          </>
        )}
      </MenuPopover>
      {isOther && <OtherAnswerDialog id={id} onClose={() => setOther(false)} />}
    </>
  );
}
