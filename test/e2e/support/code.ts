import { expect, type Locator } from '@playwright/test';

/** The text of a code editor; it draws each line on its own. */
function textOf(editor: Locator): Promise<string> {
  return editor.evaluate((content) =>
    [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
}

/**
 * Replaces the text of a code editor, as a person does. `fill` selects the text in the page only, and an editor that is drawn
 * before it has heard of that puts its own selection back: the new text is then written before the old one.
 */
export async function replaceCode(editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await editor.press('ControlOrMeta+A');
  await editor.page().keyboard.insertText(text);
  await expect.poll(() => textOf(editor)).toBe(text);
}
