import { describe, expect, test } from 'vitest';
import { type IndexedSection, search } from '../../renderer/docs/search-field.ts';

const section = (page: string, title: string, text: string): IndexedSection => ({
  page,
  title,
  text,
  address: `/docs/${page}#${title}`,
});

const SECTIONS = [
  section('Behaviors', 'Steps', 'A step that prompts waits for an answer.'),
  section('Webhooks', 'Webhooks', 'A request to the URL runs the task.'),
  section(
    'Webhooks',
    'Verify a signature',
    `${'Bytes of the body. '.repeat(20)}The header holds an HMAC of the webhook.`,
  ),
];

const titles = (query: string): string[] => search(SECTIONS, query).map(({ title }) => title);

describe('the search of the documentation', () => {
  test('finds nothing for an empty query or unknown words', () => {
    expect([titles(''), titles('  '), titles('kubernetes')]).toEqual([[], [], []]);
  });

  test('finds sections with every word, in any case and order', () => {
    expect(titles('ANSWER step')).toEqual(['Steps']);
    expect(titles('step signature')).toEqual([]);
  });

  test('ranks matches in titles above matches in texts', () => {
    expect(titles('webhook')).toEqual(['Webhooks', 'Verify a signature']);
    expect(titles('webhook verify')).toEqual(['Verify a signature']);
  });

  test('shows the text around a match', () => {
    const [found] = search(SECTIONS, 'hmac');
    const [before = '', word, after] = found?.excerpt ?? [];
    expect([word, after]).toEqual(['HMAC', ' of the webhook.']);
    expect(before).toMatch(/^… .*The header holds an $/);
    expect(before.length).toBeLessThan(80);
  });

  test('shows the start of a section when only its title matches', () => {
    expect(search(SECTIONS, 'verify')[0]?.excerpt[2]).toMatch(/^Bytes of the body\. .* …$/);
  });

  test('treats characters of regular expressions literally', () => {
    expect(titles('.*')).toEqual([]);
    expect(titles('answer.')).toEqual(['Steps']);
  });
});
