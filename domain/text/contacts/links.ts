import type { Stretch } from './phones.ts';

/** Host name endings that are not Portuguese words, so that a missing space after a full stop is not taken as a link. */
const endings =
  'com net org io ee gg ly gl gd app dev link shop store site online xyz club info biz bio page web blog chat tech vip ' +
  'space website click icu cc ws';
/** Endings that are Portuguese words; they count as a link only with a path. */
const wordEndings = 'me to so is in it de la pro us co tv am as do be ai top live fun art';
const ending = `(?:(?:${endings.replaceAll(' ', '|')})(?:\\.[a-z]{2})?|[a-z]{2,6}\\.br|br)`;
const label = '[a-z\\d-]{1,63}';

/** Linear (T95): a name has at most four labels and is not preceded by a character of a name. */
const patterns: readonly RegExp[] = [
  /(?:h(?:tt|xx)ps?:\/\/|(?<![a-z\d])www ?\.)\S+/g,
  new RegExp(
    `(?<![a-z\\d@.-])${label}(?:\\.${label}){0,3}?\\.${ending}(?![a-z\\d-]|\\.[a-z\\d])(?::\\d{2,5})?(?:[/?]\\S*)?`,
    'g',
  ),
  new RegExp(
    `(?<![a-z\\d@.-])${label}(?:\\.${label}){0,2}\\.(?:${wordEndings.replaceAll(' ', '|')})/[\\w@+-]\\S*`,
    'g',
  ),
  // «t.me», «wa.me» and the like are links by their name alone.
  /(?<![a-z\d.-])(?:(?:wa|t|m|fb|ig)\.me|youtu\.be|beacons\.ai|is\.gd|linktr\.ee)(?![a-z\d])\S*/g,
  /(?<![a-z\d.-])(?:bit|cutt|goo|tinyurl|linktr|discord|wa|t)[ .]{1,3}(?:ly|gl|com|ee|gg|me) ?\/ ?\S+/g,
  // «minhaloja ponto com», «minhaloja (dot) com», «minhaloja . com . br», «instagram com/fulano».
  /(?<![a-z\d-])(?!(?:o|os|no|ao|um|do|de|esse|este|neste|nesse|ate|em)\b)[a-z\d][a-z\d.-]{1,62} {0,2}(?: (?:ponto|dot|pto) |[([{<*] ?(?:ponto|dot|\.) ?[)\]}>*]) {0,2}(?:com|net|org|io|gg|me|ee|ly|app|shop|store|site|link)\b(?: {0,2}(?:\.|ponto|dot|[([] ?(?:ponto|dot|\.) ?[)\]]) {0,2}br\b)?(?:(?:\/| barra )\S+)?/g,
  /(?<![a-z\d-])(?!(?:dominio|final|com|em|um|o|do|no|e|ou|vem) )[a-z\d-]{2,63}(?: \. ?|\. )(?:com|net)(?: ?\. ?br\b(?:\/\S*)?|\/\S+)/g,
  new RegExp(
    `(?<![a-z\\d-])(?!(?:dominio|final|com|em|um|o|do|no|e|ou|vem) )[a-z\\d-]{2,63} \\. ?${ending}\\b(?:/\\S*)?`,
    'g',
  ),
  /(?<![a-z\d-])[a-z\d-]{3,63} (?:com br\b|com\/\S+)/g,
];

/** Product names that look like a host; with a path they are links. */
const things = /^(?:(?:asp|vb|ado|battle)\.net|socket\.io|(?:agar|slither|krunker|itch)\.io|chess\.com)$/;

export interface LinkReader {
  /** The original text of a range, to distinguish our host from lookalikes. */
  original: (stretch: Stretch) => string;
  /** Host names of the marketplace. */
  ownHosts: readonly string[];
}

/** The ranges of links to other sites in a normalized text, with or without a scheme. */
export function linksIn(text: string, reader: LinkReader): Stretch[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(({ 0: found, index }) => trimmed(found, index)))
    .filter((stretch) => !things.test(text.slice(...stretch)) && !isOwn(reader, stretch));
}

/** Removes trailing punctuation, which belongs to the sentence. */
function trimmed(found: string, from: number): Stretch {
  let { length } = found;
  while (length > 0 && '.,;:!?)]}\'"»”'.includes(found[length - 1]!)) length--;
  return [from, from + length];
}

function isOwn({ original, ownHosts }: LinkReader, stretch: Stretch): boolean {
  const [authority = ''] = original(stretch)
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#\\]/);
  const host = authority.replace(/:\d+$/, '').replace(/^www\./, '');
  return ownHosts.some((own) => host === own.replace(/^www\./, ''));
}
