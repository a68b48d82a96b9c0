import type { JsonChild, JsonRange } from './json-children.ts';

/** An item or a field of a container that is being edited. */
export class ContainerItem {
  readonly key: string | null;
  /** Text before the value: the key of a field. */
  head: string;
  value: string;
  /** Text up to the next item or the end of the container. */
  gap: string;
  previous: ContainerItem | null = null;
  next: ContainerItem | null = null;

  constructor(key: string | null, { head, value, gap }: { head: string; value: string; gap: string }) {
    this.key = key;
    [this.head, this.value, this.gap] = [head, value, gap];
  }

  /** True for a list or an object that is not empty. */
  get isContainer(): boolean {
    return /^[[{]\s*[^\s\]}]/.test(this.value);
  }
}

/** The text of a list or an object as a linked list of items, so that each edit takes constant time. */
export class JsonContainer {
  first: ContainerItem | null = null;
  /** The items of the text, also those that were removed since. */
  readonly items: readonly ContainerItem[];
  readonly #brackets: readonly [string, string];
  #lead: string;
  /** Number of parts that contain a newline. */
  #lines = 0;
  #containers = 0;
  /** Number of nested containers that span several lines. */
  #longContainers = 0;

  constructor(text: string, { offset, end }: JsonRange, children: readonly JsonChild[]) {
    this.#brackets = [text.charAt(offset), text.charAt(end - 1)];
    this.#lead = text.slice(offset + 1, children[0]?.offset ?? end - 1);
    this.#lines = hasLines(this.#lead);
    let previous: ContainerItem | null = null;
    this.items = children.map((child, i) => {
      const item = new ContainerItem(child.key, {
        head: text.slice(child.offset, child.value),
        value: text.slice(child.value, child.end),
        gap: text.slice(child.end, children[i + 1]?.offset ?? end - 1),
      });
      this.#link(previous, item);
      previous = item;
      return item;
    });
  }

  get isEmpty(): boolean {
    return this.first === null;
  }

  get isInOneLine(): boolean {
    return this.#lines === 0;
  }

  /** True when the author writes each nested container on one line. */
  get hasShortContainers(): boolean {
    return this.#containers > 0 && this.#longContainers === 0;
  }

  /** Removes an item with its separator. */
  remove(item: ContainerItem): void {
    const { previous, next } = item;
    this.#count(item, -1);
    if (previous !== null) {
      this.#lines += hasLines(item.gap) - hasLines(previous.gap);
      previous.gap = item.gap;
      previous.next = next;
    } else this.first = next;
    if (next !== null) next.previous = previous;
    if (this.first !== null) return;
    this.#lines -= hasLines(this.#lead);
    this.#lead = '';
  }

  /** Inserts a text after an item, or at the beginning. */
  insert(
    previous: ContainerItem | null,
    { head, value, separator }: { head: string; value: string; separator: string },
  ): ContainerItem {
    const gap = previous === null ? separator : previous.gap;
    const item = new ContainerItem(null, { head, value, gap });
    if (previous !== null) {
      this.#lines += hasLines(separator) - hasLines(previous.gap);
      previous.gap = separator;
    }
    this.#link(previous, item);
    return item;
  }

  /** Adds the first item to an empty container. */
  fill({ head, value, lead, tail }: { head: string; value: string; lead: string; tail: string }): ContainerItem {
    this.#lines += hasLines(lead) - hasLines(this.#lead);
    this.#lead = lead;
    const item = new ContainerItem(null, { head, value, gap: tail });
    this.#link(null, item);
    return item;
  }

  /** Replaces the text of an item. */
  replace(item: ContainerItem, { head, value }: { head: string; value: string }): void {
    if (item.value === value && item.head === head) return;
    this.#count(item, -1);
    [item.head, item.value] = [head, value];
    this.#count(item, 1);
  }

  text(): string {
    const parts = [this.#brackets[0], this.#lead];
    for (let item = this.first; item !== null; item = item.next) parts.push(item.head, item.value, item.gap);
    parts.push(this.#brackets[1]);
    return parts.join('');
  }

  #link(previous: ContainerItem | null, item: ContainerItem): void {
    const next = previous === null ? this.first : previous.next;
    [item.previous, item.next] = [previous, next];
    if (previous === null) this.first = item;
    else previous.next = item;
    if (next !== null) next.previous = item;
    this.#count(item, 1);
  }

  #count(item: ContainerItem, sign: 1 | -1): void {
    const long = hasLines(item.value);
    this.#lines += sign * (hasLines(item.head) + long + hasLines(item.gap));
    if (!item.isContainer) return;
    this.#containers += sign;
    this.#longContainers += sign * long;
  }
}

function hasLines(text: string): 0 | 1 {
  return text.includes('\n') ? 1 : 0;
}
