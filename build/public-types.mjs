// Writes the package's types: `library.d.ts`, spelled out so that whoever uses the package needs no other one for them, those of
// the modules that are made of it, and `script.d.ts`.
// A type that is a Zod schema's to the compiler is written as what it comes to, with the comments of its fields; named types keep their names.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = join(root, 'electron', 'programs', 'library.ts');
/** Matches files whose types keep their names. */
const NAMED =
  /^(?:shared\/(?:model|values)\/|electron\/programs\/(?:library(?:-\w+)?|explore\/(?:library-explore|result))\.ts)/;
/** Generic types of the language, written with their arguments. */
const BUILT_IN = new Set(['Promise', 'Record', 'Readonly', 'Partial']);
/** Types of every platform, written by their names. */
const PLATFORM = new Set(['AbortSignal']);
const DEEPEST = 30;

/** Writes the declarations into a folder. Throws when one of them would be `any`, or could not be written without another package. */
export function writePublicTypes(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'library.d.ts'), new Declarations().text());
  for (const name of ['testing', 'vitest']) writeFileSync(join(folder, `${name}.d.ts`), declarationsOf(name));
  copyFileSync(join(root, 'shared', 'script-context.d.ts'), join(folder, 'script.d.ts'));
}

/** The declarations of a module whose types are written out in it, or stand in `library.ts`. */
function declarationsOf(name) {
  const file = join(root, 'electron', 'programs', `${name}.ts`);
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    rewriteRelativeImportExtensions: true,
  };
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    compilerOptions,
    fileName: file,
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
  // Declarations keep the names of the sources.
  return outputText.replace(/(?<=from '\.\/\w+)\.ts(?=')/g, '.js');
}

class Declarations {
  #checker;
  #names = new Map();
  /** The declarations that are needed, by name, in the order in which they were met. */
  #symbols = new Map();

  constructor() {
    const { config } = ts.readConfigFile(join(root, 'build', 'tsconfig.types.json'), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'build'));
    const program = ts.createProgram(fileNames, options);
    this.#checker = program.getTypeChecker();
    for (const file of program.getSourceFiles()) if (NAMED.test(pathOf(file))) this.#collectNames(file);
    const entry = this.#checker.getSymbolAtLocation(program.getSourceFile(ENTRY));
    for (const symbol of this.#checker.getExportsOfModule(entry)) this.#need(this.#original(symbol));
  }

  text() {
    // The iteration includes elements added meanwhile.
    const parts = [];
    for (const symbol of this.#symbols.values()) parts.push(this.#declaration(symbol));
    return `${parts.join('\n\n')}\n`;
  }

  #collectNames(file) {
    const module = this.#checker.getSymbolAtLocation(file);
    for (const symbol of module === undefined ? [] : this.#checker.getExportsOfModule(module)) {
      const original = this.#original(symbol);
      const isGeneric = original.declarations?.some(({ typeParameters }) => typeParameters !== undefined);
      if ((original.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface)) === 0 || isGeneric) continue;
      const type = this.#checker.getDeclaredTypeOfSymbol(original);
      if (!this.#names.has(type) && this.#isWorthAName(type)) this.#names.set(type, original);
    }
  }

  /** A text or a number is itself; what has parts, or several values, has a name. */
  #isWorthAName(type) {
    return type.isUnion() || (type.flags & ts.TypeFlags.Object) !== 0;
  }

  #original(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #need(symbol) {
    const known = this.#symbols.get(symbol.name);
    if (known !== undefined && known !== symbol) throw new Error(`there are two types named ${symbol.name}`);
    this.#symbols.set(symbol.name, symbol);
    return symbol.name;
  }

  #declaration(symbol) {
    const comment = this.#comment(symbol, '');
    if (symbol.flags & ts.SymbolFlags.Function) return comment + this.#functions(symbol);
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && !this.#checker.isArrayType(type);
    return isObject && this.#checker.getSignaturesOfType(type, ts.SignatureKind.Call).length === 0
      ? `${comment}export interface ${symbol.name} ${this.#object(type, '', 0)}`
      : `${comment}export type ${symbol.name} = ${this.#structure(type, '', 0)};`;
  }

  #functions(symbol) {
    const type = this.#checker.getTypeOfSymbol(symbol);
    const signatures = this.#checker.getSignaturesOfType(type, ts.SignatureKind.Call);
    return signatures
      .map((one) => `export declare function ${symbol.name}${this.#signature(one, ': ', 0)};`)
      .join('\n');
  }

  /** A type by its name where it has one, else what it comes to. */
  #type(type, indent, depth) {
    const named = this.#names.get(type);
    return named === undefined ? this.#structure(type, indent, depth) : this.#need(named);
  }

  #structure(type, indent, depth) {
    if (depth > DEEPEST) throw new Error('a type goes round in circles without a name to stop at');
    if (type.flags & ts.TypeFlags.Any) throw new Error('a public type is any');
    if (type.isUnion()) return this.#union(type, indent, depth);
    if (PLATFORM.has(type.symbol?.name)) return type.symbol.name;
    const calls = this.#checker.getSignaturesOfType(type, ts.SignatureKind.Call);
    if (calls.length > 1) return calls.map((one) => `(${this.#signature(one, ' => ', depth)})`).join(' & ');
    if (isObjects(type)) return this.#object(type, indent, depth + 1);
    if (!(type.flags & ts.TypeFlags.Object)) return this.#checker.typeToString(type);
    if (this.#checker.isArrayType(type)) return this.#array(type, indent, depth);
    if (this.#checker.isTupleType(type)) {
      const items = this.#checker.getTypeArguments(type).map((one) => this.#type(one, indent, depth + 1));
      return `[${items.join(', ')}]`;
    }
    const [call] = calls;
    if (call !== undefined) return this.#signature(call, ' => ', depth);
    if (BUILT_IN.has(type.symbol.name) && this.#checker.getTypeArguments(type).length > 0) {
      const given = this.#checker.getTypeArguments(type).map((one) => this.#type(one, indent, depth + 1));
      return `${type.symbol.name}<${given.join(', ')}>`;
    }
    return this.#object(type, indent, depth + 1);
  }

  #array(type, indent, depth) {
    const [item] = this.#checker.getTypeArguments(type);
    const text = this.#type(item, indent, depth + 1);
    const whole = /^\w+$/.test(text) || (text.startsWith('{') && !item.isUnion()) ? text : `(${text})`;
    return `${type.symbol.name === 'ReadonlyArray' ? 'readonly ' : ''}${whole}[]`;
  }

  #union(type, indent, depth) {
    // Written `boolean`, which the compiler takes apart.
    const parts = type.types.map((part) => this.#type(part, indent, depth + 1));
    const both = parts.includes('true') && parts.includes('false');
    const texts = both ? ['boolean', ...parts.filter((part) => part !== 'true' && part !== 'false')] : parts;
    // `undefined` reads better at the end.
    const ordered = [...texts.filter((text) => text !== 'undefined'), ...texts.filter((text) => text === 'undefined')];
    return [...new Set(ordered)].map((text) => (text.includes('=>') ? `(${text})` : text)).join(' | ');
  }

  #object(type, indent, depth) {
    const inner = `${indent}  `;
    const indexes = this.#checker.getIndexInfosOfType(type).map(({ keyType, type: value, isReadonly }) => {
      const key = this.#checker.typeToString(keyType);
      return `${inner}${isReadonly ? 'readonly ' : ''}[key: ${key}]: ${this.#type(value, inner, depth)};`;
    });
    const fields = this.#checker.getPropertiesOfType(type).map((field) => this.#field(field, inner, depth));
    return indexes.length + fields.length === 0 ? '{}' : `{\n${[...indexes, ...fields].join('\n')}\n${indent}}`;
  }

  #field(field, indent, depth) {
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
    const text = this.#type(this.#checker.getTypeOfSymbol(field), indent, depth);
    const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name);
    return `${this.#comment(field, indent)}${indent}${isReadonly(field) ? 'readonly ' : ''}${name}${isOptional ? '?' : ''}: ${text};`;
  }

  #signature(signature, arrow, depth) {
    const parameters = signature.getParameters().map((parameter) => {
      const { questionToken, initializer } = parameter.valueDeclaration;
      const isOptional = questionToken !== undefined || initializer !== undefined;
      return `${parameter.name}${isOptional ? '?' : ''}: ${this.#type(this.#parameterType(parameter, isOptional), '', depth + 1)}`;
    });
    return `(${parameters.join(', ')})${arrow}${this.#type(signature.getReturnType(), '', depth + 1)}`;
  }

  #parameterType(parameter, isOptional) {
    const type = this.#checker.getTypeOfSymbol(parameter);
    return isOptional ? this.#checker.getNonNullableType(type) : type;
  }

  #comment(symbol, indent) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).trim();
    if (text === '') return '';
    const lines = text.split('\n');
    if (lines.length === 1) return `${indent}/** ${text} */\n`;
    return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`).join('\n')}\n${indent} */\n`;
  }
}

/** True for an intersection of objects, which is written as one object. */
function isObjects(type) {
  return type.isIntersection() && type.types.every((part) => (part.flags & ts.TypeFlags.Object) !== 0);
}

function isReadonly(field) {
  return (field.declarations ?? []).some((one) => (ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Readonly) !== 0);
}

function pathOf(file) {
  return relative(root, file.fileName).replaceAll(sep, '/');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writePublicTypes(process.argv[2]);
