import MarkdownIt from 'markdown-it';
import { slugify } from '#domain/listings/slugs.ts';

/** Markdown without raw HTML; the library refuses links to scripts. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

export interface TextSection {
  id: string;
  title: string;
  html: string;
  items: { id: string; title: string; html: string }[];
}

export interface TextParts {
  title: string;
  summary: string[];
  sections: TextSection[];
}

/**
 * The parts of a text for its page layout: `#` is the title, the quote after it the summary (one sentence a line), `##`
 * a section, `###` an item of a section.
 */
export function partsOf(source: string): TextParts {
  const [head = '', ...rest] = source.split(/^## /m);
  return {
    title: /^# (.+)$/m.exec(head)?.[1]?.trim() ?? '',
    summary: [...head.matchAll(/^> (.+)$/gm)].map((match) => match[1]!.trim()),
    sections: rest.map(sectionOf),
  };
}

function sectionOf(text: string): TextSection {
  const [body = '', ...items] = text.split(/^### /m);
  return { ...titled(body), items: items.map(titled) };
}

function titled(text: string): { id: string; title: string; html: string } {
  const [title = '', ...lines] = text.split('\n');
  return { id: slugify(title), title: title.trim(), html: markdown.render(lines.join('\n')).trim() };
}

/** The plain text of each section by its id, for comparing versions. */
export function sectionTexts(source: string): Map<string, string> {
  const sections = source.split(/^## /m).slice(1);
  return new Map(sections.map((text) => [slugify(text.split('\n', 1)[0]!), text.trim()]));
}
