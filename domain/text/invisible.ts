/**
 * Invisible characters that affect visible ones: controls, direction marks and overrides (U+202A–U+202E,
 * U+2066–U+2069), fillers, tags and all other default ignorable code points of Unicode. A title with one can read
 * backwards, or look identical to another title. Line breaks and tabs stay; NUL is refused elsewhere.
 */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}[\p{Cc}--[\t\n\r\0]]\uFFF9-\uFFFB\u2800]`;

/** Emoji that need such characters (families, skin tones, flags, keycaps). */
const emoji = [
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*`,
];

/** Letters of scripts with joiners, such as Persian and Hindi. */
const joined = String.raw`[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]]`;
const joiner = String.raw`(?<=${joined})[\u200C\u200D](?=${joined})`;

const parts = new RegExp(`(${[...emoji, joiner].join('|')})|${invisible}`, 'gv');

/** The text without invisible characters; emoji and accents are unchanged. */
export function visibleText(text: string): string {
  return text.replaceAll(/[\u2028\u2029]/g, '\n').replaceAll(parts, '$1');
}
