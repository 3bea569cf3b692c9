import { createContext, use } from 'react';

/** The loaders' data as the browser's router reads it; given by the server's entry alone. */
export const HandoffContext = createContext<string | null>(null);

/**
 * Hands the loaders' data to the browser, as React Router's own `<StreamTransfer>` does, but without a stream. It
 * must be the last of the body: hydration leaves alone what stands after the last element it knows.
 */
export function Handoff() {
  const data = use(HandoffContext);
  return data === null ? null : <script dangerouslySetInnerHTML={{ __html: scriptOf(data) }} />;
}

function scriptOf(data: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  return `${controller}.enqueue(${escapeForScript(JSON.stringify(data))});${controller}.close();`;
}

const risky: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that cannot end the script it stands in. */
function escapeForScript(json: string): string {
  return json.replace(/[&<>\u2028\u2029]/g, (character) => risky[character]!);
}
