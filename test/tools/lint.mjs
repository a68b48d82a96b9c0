import { toolOf, toolsIn } from './programs.mjs';

/** Functions that skip a test where a tool is missing, name it for a test that does, or give its path. */
const ASKING = new Set(['needs', 'skipWithout', 'toolNames', 'lackOf', 'toolPath']);

/** Functions that start a program, by Node's names or those of the tests. */
const STARTING = /^#?(?:spawn|exec|run|start)|^(?:outcome|printed)/i;

/** True within the argument of a matcher: a text that is compared starts nothing. */
function isExpected({ parent }) {
  if (!parent) return false;
  return /^to[A-Z]/.test(parent.callee?.property?.name ?? '') || isExpected(parent);
}

/**
 * Rule for the linter: a test that starts a program of `programs.mjs` asks for its tool by name, so that it is skipped, with a
 * reason, where the machine has none.
 */
const asksForTools = {
  create(context) {
    const asked = new Set();
    const started = [];
    /** Notes a tool, which is not asked for as long as the rest of the file has not been read. */
    const note = (node, tool) => tool !== undefined && started.push({ node, tool });
    const lookForCommands = (node, text) => {
      if (toolOf(text) === undefined && !isExpected(node)) for (const tool of toolsIn(text)) note(node, tool);
    };
    return {
      CallExpression({ callee, arguments: given }) {
        const name = callee.name ?? callee.property?.name ?? '';
        const texts = given.map(({ value }) => (typeof value === 'string' ? value : ''));
        if (ASKING.has(name)) for (const text of texts) asked.add(text);
        else if (STARTING.test(name) || given[1]?.type === 'ArrayExpression') note(given[0], toolOf(texts[0] ?? ''));
      },
      // A command: its program, then a list of arguments or the first of them.
      ArrayExpression({ elements: [program, next] }) {
        const isCommand = /^-|\.\w+$/.test(next?.value ?? '') || /^(?:Array|Call)Expression$/.test(next?.type ?? '');
        if (isCommand && typeof program?.value === 'string') note(program, toolOf(program.value));
      },
      Literal(node) {
        if (typeof node.value === 'string') lookForCommands(node, node.value);
      },
      TemplateElement(node) {
        lookForCommands(node, node.value.raw);
      },
      'Program:exit'() {
        for (const { node, tool } of started)
          if (!asked.has(tool))
            context.report({
              node,
              message: `This starts a program that a machine may lack. Ask for it: needs('${tool}') or skipWithout(context, '${tool}') of test/support/needs.ts, lackOf('${tool}') of test/tools/tools.ts.`,
            });
      },
    };
  },
};

export default { meta: { name: 'tests' }, rules: { 'asks-for-tools': asksForTools } };
