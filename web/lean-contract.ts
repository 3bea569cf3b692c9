import { parseAst } from 'vite';
import type { Plugin } from 'vite';

/** What the browser needs of an endpoint to call it; everything else is the server's (web/api.ts). */
const needed = new Set(['method', 'path', 'idempotent']);
const contractFile = /\/contract\/[\w-]+\.ts$/;

/**
 * Takes the schemas out of the browser's copy of the contract: replies are checked where they are made, and bodies
 * are checked before sending by `web/submission.ts`, which fetches the whole contract (`?whole`) once a form is on
 * the screen. Without this every page would carry zod and the schemas of whatever it may call.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (!importer?.endsWith('?whole') || !source.startsWith('.')) return null;
        const found = await this.resolve(source, importer.replace('?whole', ''), { skipSelf: true });
        return found && `${found.id}?whole`;
      },
    },
    transform(code, id) {
      if (this.environment.name !== 'client' || !contractFile.test(id)) return null;
      return { code: withoutSchemas(code), map: null, moduleSideEffects: false };
    },
  };
}

/**
 * The same module with endpoints as plain objects and with lists and numbers; the rest is schemas and parts of them. A
 * page that wants a schema does not build.
 */
export function withoutSchemas(code: string): string {
  return parseAst(code)
    .body.map((statement) => lean(statement, code))
    .filter((text) => text !== '')
    .join('\n');
}

type Statement = ReturnType<typeof parseAst>['body'][number];

function lean(statement: Statement, code: string): string {
  const whole = code.slice(statement.start, statement.end);
  // Constants are made of the domain's; other modules of the contract and zod only serve schemas.
  if (statement.type === 'ImportDeclaration')
    return statement.source.value.startsWith('#domain/') ? whole : '';
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return '';
  const { init } = declaration.declarations[0]!;
  if (init?.type === 'ArrayExpression' || init?.type === 'Literal') return whole;
  if (init?.type !== 'CallExpression') return '';
  const [definition] = init.arguments;
  const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint';
  if (!isEndpoint || definition?.type !== 'ObjectExpression') return '';
  const properties = definition.properties.filter(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && needed.has(one.key.name),
  );
  const object = properties.map((one) => code.slice(one.start, one.end)).join(', ');
  return `${code.slice(statement.start, init.start)}{ ${object} };`;
}
