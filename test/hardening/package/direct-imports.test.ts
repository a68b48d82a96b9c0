import { expect, test } from 'vitest';
import { withDirectImports } from '../../../build/direct-imports.ts';

const IMPORT = 'const require_flags = require("./flags-DX27B19n.js");';

test('an export of another chunk is read once, under a name of its own, and no line or column moves', () => {
  const code = `${IMPORT}\nuse({ ...require_flags.r.data }, require_flags.$a(1), [require_flags.r], my_require_flags.r);\n`;
  expect(withDirectImports(code)).toBe(
    'const { r: require_flags$r, $a: require_flags$$a } = require("./flags-DX27B19n.js");\n' +
      'use({ ...require_flags$r.data }, require_flags$$a(1), [require_flags$r], my_require_flags.r);\n',
  );
});

test('a chunk that is loaded but not read is still loaded', () => {
  expect(withDirectImports(`${IMPORT}\n`)).toBe('const {  } = require("./flags-DX27B19n.js");\n');
});

test('an import that is used as a whole fails the build', () => {
  expect(() => withDirectImports(`${IMPORT}\nuse(require_flags);\n`)).toThrow('require_flags is used as a whole');
});
