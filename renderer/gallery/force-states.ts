/** Selector of elements that can have the focus. */
const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex])';

/** The pseudo-classes, and their replacements. `:where` keeps the specificity of a rule. */
const STATES: readonly (readonly [pseudoClass: RegExp, replacement: string])[] = [
  [/:hover(?![\w-])/g, `:is(:hover, [data-state='hover'] *)`],
  [/:focus-visible/g, `:is(:focus-visible, :where([data-state='focus'] ${FOCUSABLE}))`],
];

/** Applies the page's rules for hover and focus to everything within `data-state="hover"` and `data-state="focus"`. */
export function forceStates(): void {
  for (const sheet of document.styleSheets) forceIn(sheet.cssRules);
}

function forceIn(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && !rule.selectorText.includes('[data-state=')) {
      const forced = STATES.reduce((text, [state, replacement]) => text.replace(state, replacement), rule.selectorText);
      if (forced !== rule.selectorText) rule.selectorText = forced;
    }
    if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) forceIn(rule.cssRules);
  }
}
