import { Notification, type NativeImage } from 'electron';
import type { PromptRow } from '../../shared/contract/emulator/rows.ts';
import { promptTitle, type Waiting, waitingText } from './attention.ts';

/** More than this at once are announced together. */
const MOST_AT_ONCE = 3;

interface Announcement {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** The prompts that it is about: without them it is old news. */
  readonly prompts: readonly string[];
}

/** Announces prompts through the system; a click opens what was announced, and an answered prompt takes its announcement away. */
export class Announcer {
  readonly #icon: NativeImage;
  readonly #open: (path: string) => void;
  /** Also keeps them from being collected while the system shows them, which would lose the click. */
  readonly #shown = new Map<Notification, readonly string[]>();

  constructor(icon: NativeImage, open: (path: string) => void) {
    this.#icon = icon;
    this.#open = open;
  }

  announce(arrived: readonly PromptRow[]): void {
    for (const announcement of announcements(arrived)) this.#show(announcement);
  }

  /** Takes away what is about prompts that wait no longer. */
  forget({ prompts }: Waiting): void {
    const waiting = new Set(prompts.map(({ prompt }) => prompt.id));
    for (const [notification, about] of this.#shown) {
      if (!about.some((id) => waiting.has(id))) this.#close(notification);
    }
  }

  #show({ title, body, path, prompts }: Announcement): void {
    const notification = new Notification({ title, body, icon: this.#icon });
    this.#shown.set(notification, prompts);
    notification.on('click', () => {
      this.#open(path);
      this.#close(notification);
    });
    notification.on('close', () => this.#shown.delete(notification));
    notification.on('failed', () => this.#shown.delete(notification));
    notification.show();
  }

  #close(notification: Notification): void {
    this.#shown.delete(notification);
    notification.close();
  }
}

function announcements(arrived: readonly PromptRow[]): Announcement[] {
  if (arrived.length <= MOST_AT_ONCE) {
    return arrived.map((row) => ({
      title: promptTitle(row),
      body: `${row.name} (${row.environment})`,
      path: `/prompts/${row.prompt.id}`,
      prompts: [row.prompt.id],
    }));
  }
  const names = [...new Set(arrived.map(({ name }) => name))];
  return [
    {
      title: waitingText(arrived.length),
      body: names.join(', '),
      path: '/prompts',
      prompts: arrived.map(({ prompt }) => prompt.id),
    },
  ];
}
