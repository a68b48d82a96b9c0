import { Notification, type NativeImage } from 'electron';
import { type Pending, type PendingPrompts, pendingText } from './pending-prompts.ts';

/** Above this many new ones, one notification covers all of them. */
const MAX_SEPARATE = 3;

interface PromptNotification {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** IDs of the prompts and requests that the notification is about. It is closed once none of them is pending. */
  readonly prompts: readonly string[];
}

/**
 * Shows pending prompts and requests as system notifications. A click opens the prompt; answering the prompt closes its notification.
 */
export class PromptNotifier {
  readonly #icon: NativeImage;
  readonly #open: (path: string) => void;
  /** The reference also keeps notifications from being garbage-collected while shown, which would lose the click. */
  readonly #shown = new Map<Notification, readonly string[]>();

  constructor(icon: NativeImage, open: (path: string) => void) {
    this.#icon = icon;
    this.#open = open;
  }

  notify(added: readonly Pending[]): void {
    for (const announcement of notificationsFor(added)) this.#show(announcement);
  }

  /** Closes notifications whose prompts are no longer pending. */
  closeStale({ all }: PendingPrompts): void {
    const pending = new Set(all.map(({ id }) => id));
    for (const [notification, about] of this.#shown) {
      if (!about.some((id) => pending.has(id))) this.#close(notification);
    }
  }

  #show({ title, body, path, prompts }: PromptNotification): void {
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

function notificationsFor(added: readonly Pending[]): PromptNotification[] {
  if (added.length <= MAX_SEPARATE) {
    return added.map(({ id, title, name, environment }) => ({
      title,
      body: `${name} (${environment})`,
      path: `/prompts/${id}`,
      prompts: [id],
    }));
  }
  const names = [...new Set(added.map(({ name }) => name))];
  return [
    {
      title: pendingText(added),
      body: names.join(', '),
      path: '/prompts',
      prompts: added.map(({ id }) => id),
    },
  ];
}
