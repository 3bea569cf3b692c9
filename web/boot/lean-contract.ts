import { parseAst } from 'vite';
import type { Plugin } from 'vite';

/** The fields of an endpoint that the browser needs for a call (web/api/api.ts); only the server uses the others. */
const needed = new Set(['method', 'path', 'idempotent']);
const contractFile = /\/contract\/(?:[\w-]+\/)*[\w-]+\.ts$/;

/** Whether the browser's copy of this module goes without schemas, in whichever folder of the contract it is. */
export const isLean = (id: string): boolean => contractFile.test(id);

/** How one module of the contract names another. */
const contractSource = /^(\.|#contract\/)/;

/**
 * Removes the schemas from the browser's copy of the contract. The server checks replies, and `web/api/submission.ts`
 * checks bodies before sending with the whole contract (`?whole`), which it fetches once a form is focused. Without
 * this every page would carry zod and the schemas of all endpoints it may call.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (!importer?.endsWith('?whole') || !contractSource.test(source)) return null;
        const found = await this.resolve(source, importer.replace('?whole', ''), { skipSelf: true });
        return found && `${found.id}?whole`;
      },
    },
    transform(code, id) {
      if (!isLean(id)) return null;
      return { code: withoutSchemas(code), map: null, moduleSideEffects: false };
    },
  };
}

/**
 * The same module with endpoints as plain objects and with constant lists and literals; schemas are removed. A page
 * that imports a schema does not build.
 */
export function withoutSchemas(code: string): string {
  const statements = parseAst(code).body;
  const parts = new Set(statements.flatMap((statement) => sharedPart(statement) ?? []));
  return statements
    .map((statement) => leanStatement(statement, code, parts))
    .filter((text) => text !== '')
    .join('\n');
}

type Statement = ReturnType<typeof parseAst>['body'][number];
type Declarator = { id: { name?: string }; init?: Expression | null };
type Expression = {
  type: string;
  start: number;
  end: number;
  properties?: Property[];
  arguments?: Expression[];
} & {
  callee?: { type: string; name?: string };
};
type Property = {
  type: string;
  start: number;
  end: number;
  key?: { type: string; name?: string };
  argument?: { type: string; name?: string };
};

function declaratorOf(statement: Statement): Declarator | null {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return null;
  return declaration.declarations[0] as unknown as Declarator;
}

/** The name of an object that endpoints spread (`...move`), when it holds a field a call needs. */
function sharedPart(statement: Statement): string | null {
  const declarator = declaratorOf(statement);
  const holds = declarator?.init?.type === 'ObjectExpression' && declarator.init.properties!.some(isNeeded);
  return holds ? (declarator.id.name ?? null) : null;
}

function isNeeded({ type, key }: Property): boolean {
  return type === 'Property' && key?.type === 'Identifier' && needed.has(key.name!);
}

function leanStatement(statement: Statement, code: string, parts: ReadonlySet<string>): string {
  const whole = code.slice(statement.start, statement.end);
  // Constants use imports from the domain; other contract modules and zod only serve schemas.
  if (statement.type === 'ImportDeclaration')
    return statement.source.value.startsWith('#domain/') ? whole : '';
  const declarator = declaratorOf(statement);
  const init = declarator?.init;
  if (!init) return '';
  if (init.type === 'ArrayExpression' || init.type === 'Literal') return whole;
  const object = parts.has(declarator.id.name ?? '') ? init : definitionOf(init);
  if (!object) return '';
  const properties = object.properties!.filter((one) => isNeeded(one) || parts.has(one.argument?.name ?? ''));
  const text = properties.map((one) => code.slice(one.start, one.end)).join(', ');
  return `${code.slice(statement.start, init.start)}{ ${text} };`;
}

/** The object passed to `endpoint({ … })`. */
function definitionOf({ type, callee, arguments: [definition] = [] }: Expression): Expression | null {
  const isEndpoint = type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === 'endpoint';
  return isEndpoint && definition?.type === 'ObjectExpression' ? definition : null;
}
