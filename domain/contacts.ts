/**
 * What takes a deal outside the platform, where nobody is protected: phones, e-mails, @names, links and the words
 * that announce them (product §4.12, §4.14). Patterns are linear: no nested repetition (T95).
 */
const patterns: readonly RegExp[] = [
  // A link, with or without its scheme, and the shorteners of messengers.
  /\b(?:https?:\/\/|www\.)\S+/giu,
  /\b(?:wa\.me|t\.me|bit\.ly|discord\.gg|chat\.whatsapp\.com)\b\S*/giu,
  /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,4}/giu,
  /(?<![\p{L}\d])@[a-z0-9_.]{3,30}/giu,
  // A Brazilian phone: 8 to 13 digits with the usual separators between them.
  /(?<![\d.,])\+?\(?\d(?:[ ().-]{0,2}\d){7,12}(?!\d|,\d)/gu,
  /\b(?:me cham[ae]|cham[ae]r?|add|fal[aeo]r? comigo|manda mensagem) (?:no |pelo )?(?:zap|whats\w*|insta\w*|telegram|discord)\b/giu,
];

const mask = '•••';

/** Whether the text holds contact data. */
export function hasContacts(text: string): boolean {
  return patterns.some((pattern) => new RegExp(pattern.source, pattern.flags.replace('g', '')).test(text));
}

/** The text with contact data replaced by «•••». Never longer than it was. */
export function maskContacts(text: string): string {
  return patterns.reduce((masked, pattern) => masked.replaceAll(pattern, mask), text);
}
