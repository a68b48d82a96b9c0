import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Plugin } from 'vite';

/** Writes the package.json by which Node reads the files of a build as CommonJS, although the package consists of ES modules. */
export function commonJsFolder(): Plugin {
  return {
    name: 'common-js-folder',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: `${JSON.stringify({ type: 'commonjs' })}\n` });
    },
  };
}

/**
 * Writes a source file as an ES module next to the CommonJS ones, since it imports a package for ES modules only. Its own imports
 * must be entries of the build.
 */
export function esModule(source: string, fileName: string): Plugin {
  return {
    name: 'es-module',
    buildStart() {
      this.addWatchFile(source);
    },
    generateBundle() {
      const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
        compilerOptions: {
          target: ts.ScriptTarget.ES2023,
          module: ts.ModuleKind.ESNext,
          rewriteRelativeImportExtensions: true,
          verbatimModuleSyntax: true,
          removeComments: true,
        },
      });
      this.emitFile({ type: 'asset', fileName, source: outputText });
    },
  };
}

/**
 * Leaves out the validator of MCP's forms. Hangar shows none, and the validator, ajv, is as large as the rest of the tools for agents.
 */
export function withoutFormValidator(): Plugin {
  return {
    name: 'without-form-validator',
    enforce: 'pre',
    load: (id) =>
      /@modelcontextprotocol\/sdk\/.*\/ajv-provider\.js$/.test(id) ? 'export class AjvJsonSchemaValidator {}' : null,
  };
}
