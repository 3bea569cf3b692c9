import { parseAst } from 'vite';
import type { Plugin } from 'vite';

/** What the browser needs of an endpoint to call it; everything else is the server's (web/api/api.ts). */
const needed = new Set(['method', 'path', 'idempotent']);
const contractFile = /\/contract\/(?:[\w-]+\/)*[\w-]+\.ts$/;

/** Whether the browser's copy of this module goes without schemas, in whichever folder of the contract it is. */
export const isLean = (id: string): boolean => contractFile.test(id);

/** How one module of the contract names another. */
const contractSource = /^(\.|#contract\/)/;

/**
 * Takes the schemas out of the browser's copy of the contract: replies are checked where they are made, and bodies
 * are checked before sending by `web/api/submission.ts`, which fetches the whole contract (`?whole`) once a form is
 * entered. Without this every page would carry zod and the schemas of whatever it may call.
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
      if (this.environment.name !== 'client' || !isLean(id)) return null;
      return { code: withoutSchemas(code), map: null, moduleSideEffects: false };
    },
  };
}

/**
 * The same module with endpoints as plain objects and with lists and numbers; the rest is schemas and parts of them. A
 * page that wants a schema does not build.
 */
export function withoutSchemas(code: string): string {
  const statements = parseAst(code).body;
  const parts = new Set(statements.flatMap((statement) => sharedPart(statement) ?? []));
  return statements
    .map((statement) => lean(statement, code, parts))
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

/** The name of an object that endpoints are made with (`...move`), when it holds something a call needs. */
function sharedPart(statement: Statement): string | null {
  const declarator = declaratorOf(statement);
  const holds = declarator?.init?.type === 'ObjectExpression' && declarator.init.properties!.some(isNeeded);
  return holds ? (declarator.id.name ?? null) : null;
}

function isNeeded({ type, key }: Property): boolean {
  return type === 'Property' && key?.type === 'Identifier' && needed.has(key.name!);
}

function lean(statement: Statement, code: string, parts: ReadonlySet<string>): string {
  const whole = code.slice(statement.start, statement.end);
  // Constants are made of the domain's; other modules of the contract and zod only serve schemas.
  if (statement.type === 'ImportDeclaration')
    return statement.source.value.startsWith('#domain/') ? whole : '';
  const declarator = declaratorOf(statement);
  const init = declarator?.init;
  if (!init) return '';
  if (init.type === 'ArrayExpression' || init.type === 'Literal') return whole;
  const object = parts.has(declarator.id.name ?? '') ? init : definitionOf(init);
  if (!object) return '';
  const kept = object.properties!.filter((one) => isNeeded(one) || parts.has(one.argument?.name ?? ''));
  const text = kept.map((one) => code.slice(one.start, one.end)).join(', ');
  return `${code.slice(statement.start, init.start)}{ ${text} };`;
}

/** What stands between the brackets of `endpoint({ … })`. */
function definitionOf({ type, callee, arguments: [definition] = [] }: Expression): Expression | null {
  const isEndpoint = type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === 'endpoint';
  return isEndpoint && definition?.type === 'ObjectExpression' ? definition : null;
}
