/** An object of schema.org. */
export type Thing = Record<string, unknown>;

export interface PageHead {
  status: number;
  /** Whether it begins with its doctype, without which browsers use quirks mode. */
  isModern: boolean;
  title: string;
  canonicals: string[];
  /** By `name` or `property`. */
  meta: Record<string, string>;
  /** The structured data; JSON that does not parse throws. */
  things: Thing[];
}

/** The parts of a page that a crawler reads, without running scripts. */
export async function readHead(origin: string, path: string): Promise<PageHead> {
  const answer = await fetch(origin + path);
  const html = await answer.text();
  const meta: PageHead['meta'] = {};
  for (const [, name, content] of html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g))
    meta[name!] = unescape(content!);
  return {
    status: answer.status,
    isModern: html.startsWith('<!doctype html><html'),
    title: unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    canonicals: [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map((match) =>
      unescape(match[1]!),
    ),
    meta,
    things: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
      (match) => JSON.parse(match[1]!) as Thing,
    ),
  };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescape(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name]!);
}
