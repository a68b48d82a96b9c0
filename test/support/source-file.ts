import ts from 'typescript';

/** An import of a file, of whatever form: `import`, `export … from`, `import()`, `import type`, `require()`, `new URL('./x.ts', import.meta.url)`. */
export interface Import {
  readonly specifier: string;
  /** Leaves nothing behind when types are stripped. */
  readonly typeOnly: boolean;
  /** An `import()`: carried out later than the file itself, or never. */
  readonly deferred?: boolean;
}

/** The imports and globals of a source file. */
export interface SourceFacts {
  readonly imports: readonly Import[];
  /** Names used that the file does not declare, with the member read of them: `Date.now`, `process`. */
  readonly globals: ReadonlySet<string>;
}

const known = new Map<string, SourceFacts>();

/** Lists what a source file reaches for. Several rules ask for the same files: each is parsed once. */
export function readSource(path: string, text: string): SourceFacts {
  const key = `${path}\n${text}`;
  const facts = known.get(key) ?? parsedSource(path, text);
  known.set(key, facts);
  return facts;
}

function parsedSource(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found !== undefined) imports.push(found);
    if (isDeclaredName(node)) declared.add(node.text);
    else if (isReference(node)) used.add(node.text).add(withMember(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { imports, globals: new Set([...used].filter((name) => !declared.has(name.split('.')[0] ?? ''))) };
}

function importOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node)) return specified(node.moduleSpecifier, isTypeClause(node.importClause));
  if (ts.isExportDeclaration(node)) return specified(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return specified(node.argument.literal, true);
  if (ts.isCallExpression(node) && isLoader(node.expression)) {
    const deferred = node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const found = specified(node.arguments[0], false);
    return found && { ...found, deferred };
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'URL') return besideThisFile(node.arguments ?? []);
  return undefined;
}

function specified(node: ts.Node | undefined, typeOnly: boolean): Import | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? { specifier: node.text, typeOnly } : undefined;
}

function isTypeClause(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || ts.isNamespaceImport(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function isLoader(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || /^(?:require|import\.meta\.resolve)$/.test(callee.getText());
}

function besideThisFile([path, base]: readonly ts.Expression[]): Import | undefined {
  return base?.getText() === 'import.meta.url' ? specified(path, false) : undefined;
}

function isDeclaredName(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  const isName = 'name' in parent && parent.name === node;
  return (
    isName &&
    (ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isBindingElement(parent) ||
      ts.isImportSpecifier(parent) ||
      ts.isImportClause(parent) ||
      ts.isClassDeclaration(parent))
  );
}

/** An identifier used as a value, not as a key or a member. */
function isReference(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if ('name' in parent && parent.name === node) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
  return !ts.isTypeReferenceNode(parent) && !ts.isQualifiedName(parent) && !ts.isLabeledStatement(parent);
}

/** `Date.now` where `now` is read of `Date`; `new Date` where it is made of nothing; else the name. */
function withMember(node: ts.Identifier): string {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return `${node.text}.${parent.name.text}`;
  const isBareNew = ts.isNewExpression(parent) && parent.expression === node && (parent.arguments?.length ?? 0) === 0;
  return isBareNew ? `${node.text}.new` : node.text;
}
