import { describe, expect, test } from 'vitest';
import { type IndexedSection, search } from '../../renderer/docs/search.ts';

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
  test('finds nothing for an empty query, and nothing for words that are not there', () => {
    expect([titles(''), titles('  '), titles('kubernetes')]).toEqual([[], [], []]);
  });

  test('finds sections that have every word, whatever the case and the order', () => {
    expect(titles('ANSWER step')).toEqual(['Steps']);
    expect(titles('step signature')).toEqual([]);
  });

  test('puts what a title says before what a text says', () => {
    expect(titles('webhook')).toEqual(['Webhooks', 'Verify a signature']);
    expect(titles('webhook verify')).toEqual(['Verify a signature']);
  });

  test('shows the text around the word that was found', () => {
    const [found] = search(SECTIONS, 'hmac');
    const [before = '', word, after] = found?.excerpt ?? [];
    expect([word, after]).toEqual(['HMAC', ' of the webhook.']);
    expect(before).toMatch(/^… .*The header holds an $/);
    expect(before.length).toBeLessThan(80);
  });

  test('shows how a section begins when only its title has the words', () => {
    expect(search(SECTIONS, 'verify')[0]?.excerpt[2]).toMatch(/^Bytes of the body\. .* …$/);
  });

  test('takes characters of regular expressions as they are', () => {
    expect(titles('.*')).toEqual([]);
    expect(titles('answer.')).toEqual(['Steps']);
  });
});
