import { describe, test } from 'vitest';
import { FAULTY } from '../../programs/explore/clients.ts';
import { expectFound } from '../../programs/explore/expect-found.ts';

describe('an exploration finds the mistake of a client that', () => {
  test.each(FAULTY.filter(({ isTypical = false }) => !isTypical))('$name', expectFound);
});
