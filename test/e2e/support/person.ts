import { expect, type Locator, type Page, test } from '@playwright/test';

/** Seconds of the keystroke-level model (Card, Moran and Newell, 1980), for somebody who types moderately. */
const SECONDS = {
  /** A key. */
  key: 0.28,
  /** To move the pointer to something and press the button. */
  point: 1.3,
  /** To get ready for what comes next. */
  think: 1.35,
  /** To move the hand from the mouse to the keyboard, or back. */
  home: 0.4,
} as const;

/** Characters of the American keyboard that come from one hold of the Shift key. */
const SHIFTED = /[A-Z~!@#$%^&*()_+{}|:"<>?]+/g;

/** The most that a walk may take of a person. */
interface Limits {
  readonly clicks?: number;
  /** By the keystroke-level model: what is done is counted, no time is measured. */
  readonly seconds?: number;
}

/** Somebody who has only the screen: does one thing at a time, and fails the test with the first that is too much. */
export class Person {
  readonly #page: Page;
  readonly #limits: Limits;
  #clicks = 0;
  #seconds = 0;
  #hand: 'mouse' | 'keyboard' | undefined;

  constructor(page: Page, limits: Limits) {
    this.#page = page;
    this.#limits = limits;
  }

  /** Finds something and clicks it. */
  async click(target: Locator): Promise<void> {
    await target.click();
    this.#clicks += 1;
    this.#use('mouse');
    this.#spend(SECONDS.think + SECONDS.point);
  }

  /** Presses keys, one after the other; those of `Shift+X` together. */
  async press(...keys: readonly string[]): Promise<void> {
    this.#use('keyboard');
    for (const key of keys) {
      await this.#page.keyboard.press(key);
      this.#spend(SECONDS.key * key.split('+').length);
    }
  }

  /** Types a text where the focus is, once a field has it. */
  async type(text: string): Promise<void> {
    await expect(this.#page.locator(':is(input, textarea, [contenteditable="true"]):focus')).toBeAttached();
    this.#use('keyboard');
    await this.#page.keyboard.type(text);
    this.#spend(SECONDS.key * (text.length + (text.match(SHIFTED) ?? []).length));
  }

  /** Counts keys that are pressed in another program. */
  didElsewhere({ keys }: { readonly keys: number }): void {
    this.#use('keyboard');
    this.#spend(SECONDS.think + keys * SECONDS.key);
  }

  /** Reads something on the screen. */
  async read(shown: Locator, text?: string | RegExp): Promise<void> {
    await expect(shown).toBeInViewport();
    if (text !== undefined) await expect(shown).toContainText(text);
    this.#spend(SECONDS.think);
  }

  /** Writes down what the walk has taken so far. */
  tell(): void {
    const description = `${this.#clicks} clicks, ${this.#seconds.toFixed(1)} s by the keystroke-level model`;
    test.info().annotations.push({ type: 'walk', description });
  }

  /** Counts the way of the hand to what is used next. */
  #use(hand: 'mouse' | 'keyboard'): void {
    if (this.#hand !== undefined && this.#hand !== hand) this.#spend(SECONDS.home);
    this.#hand = hand;
  }

  #spend(seconds: number): void {
    this.#seconds += seconds;
    const { clicks = Infinity, seconds: most = Infinity } = this.#limits;
    expect(this.#clicks, 'clicks').toBeLessThanOrEqual(clicks);
    expect(this.#seconds, 'seconds by the keystroke-level model').toBeLessThanOrEqual(most);
  }
}
