import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdTable } from '../../electron/emulator/store/state/id-table.ts';
import { PackedTexts } from '../../electron/emulator/store/state/packed-texts.ts';
import { fnv1a, FNV_START } from '../../shared/values/fnv.ts';

test('a table finds exactly the numbers that were added and not removed, also among equal hashes', () => {
  // Few hashes, at both ends of a part, so that entries wrap around and push each other on.
  const hash = fc.constantFrom(0, 1, 6, 7, 0xfffffe, 0xffffff, 0x01000000, 0xffffffff);
  const change = fc.record({ isAdded: fc.boolean(), hash, number: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const table = new IdTable();
      const known = new Set<string>();
      for (const { isAdded, hash, number } of changes) {
        const key = `${hash} ${number}`;
        if (isAdded === known.has(key)) continue;
        if (isAdded) {
          table.add(hash, number);
          known.add(key);
        } else {
          table.remove(hash, number);
          known.delete(key);
        }
      }
      for (const { hash, number } of changes) {
        const found = table.find(hash, (candidate) => candidate === number);
        expect(found).toBe(known.has(`${hash} ${number}`) ? number : -1);
      }
    }),
  );
});

test('texts that are chosen to have one hash have others from another start', () => {
  const texts = withOneHash(12);
  const packed = PackedTexts.of(texts);
  const hashes = (start: number): Set<number> => new Set(texts.map((_, index) => packed.hashAt(index, start)));
  expect(hashes(FNV_START).size).toBe(1);
  for (const start of [1, 0x12345678, 0xfedcba98]) {
    expect(hashes(start).size).toBeGreaterThan(9);
    expect(packed.hashAt(0, start)).toBe(fnv1a(texts[0] ?? '', start));
  }
});

/** IDs whose `fnv1a` is the same: three characters are chosen so that they lead from the state before them to the hash. */
function withOneHash(count: number): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const inverse = 0x359c449b; // of the prime of FNV, modulo 2^32
  const target = fnv1a('run000000');
  const endings = new Map<number, string>();
  const collect = (hash: number, ending: string): void => {
    if (ending.length === 3) return void endings.set(hash >>> 0, ending);
    for (const letter of letters) collect(Math.imul(hash, inverse) ^ letter.charCodeAt(0), letter + ending);
  };
  collect(target, '');
  const texts: string[] = [];
  for (let n = 0; texts.length < count; n++) {
    const beginning = `run${n.toString(36)}`;
    const ending = endings.get(fnv1a(beginning));
    if (ending !== undefined) texts.push(beginning + ending);
  }
  return texts;
}
