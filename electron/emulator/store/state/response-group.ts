import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { IdempotencyRecord } from '../../engine/records.ts';
import { inGroups } from './in-groups.ts';
import { putJson } from './items.ts';
import { FIRST_ITEM, sealItems } from './sealed-line.ts';

/** A stored response: a record, its JSON once it is written, or the place of that in the line of a snapshot. */
export interface KeptResponse {
  readonly at: Micros;
  /** Estimated, in memory. */
  readonly bytes: number;
  content: IdempotencyRecord | string | { readonly line: Buffer; readonly from: number; readonly to: number };
  /** True once it was removed. */
  isGone: boolean;
  group: ResponseGroup | undefined;
}

/** Number of responses in a line of a snapshot. */
const LENGTH = 50;
/** Bytes of an item around its response. */
const [OPENING, CLOSING] = [putJson('idempotency', '').length - 1, 1];

/** Responses in one line of a snapshot. The line is made once, and written again while it is whole. */
export class ResponseGroup {
  /** True while all of its responses are kept. */
  isWhole = true;
  readonly #members: readonly KeptResponse[];
  #line: Buffer | undefined;

  private constructor(members: readonly KeptResponse[]) {
    this.#members = members;
    for (const member of members) member.group = this;
  }

  /** Groups the responses that are not gone. */
  static of(responses: readonly KeptResponse[]): ResponseGroup[] {
    const kept = responses.filter(({ isGone }) => !isGone);
    return inGroups(kept, LENGTH).map((members) => new ResponseGroup(members));
  }

  /** This group while it is whole; otherwise one of what is left, or none. */
  withoutGone(): ResponseGroup[] {
    return this.isWhole ? [this] : ResponseGroup.of(this.#members);
  }

  /** The sealed line of the group. From then on its responses are kept as parts of the line, not as texts of their own. */
  line(): Buffer {
    return (this.#line ??= this.#seal());
  }

  #seal(): Buffer {
    const texts = this.#members.map(textOf);
    const line = sealItems(texts.map((text) => putJson('idempotency', text)));
    let from = FIRST_ITEM + OPENING;
    for (const [i, text] of texts.entries()) {
      const to = from + Buffer.byteLength(text);
      const member = this.#members[i];
      if (member !== undefined) member.content = { line, from, to };
      // A comma stands between two items.
      from = to + CLOSING + 1 + OPENING;
    }
    return line;
  }
}

function textOf({ content }: KeptResponse): string {
  if (typeof content === 'string') return content;
  return 'line' in content ? content.line.toString('utf8', content.from, content.to) : JSON.stringify(content);
}
