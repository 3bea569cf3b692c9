/** A stretch of text common to both versions or present in one. */
export interface Part {
  text: string;
  side: 'both' | 'before' | 'after';
}

/**
 * Above this number of words per side the table would take megabytes, so the two texts are shown without comparison.
 */
const maxWords = 1_500;

/** Differences between two texts word by word, by their longest common subsequence. */
export function wordDifferences(before: string, after: string): Part[] {
  const a = splitWords(before);
  const b = splitWords(after);
  if (a.length > maxWords || b.length > maxWords)
    return [
      { text: before, side: 'before' },
      { text: after, side: 'after' },
    ];
  const common = lengths(a, b);
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push(parts, a[i]!, 'both');
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      push(parts, a[i++]!, 'before');
    } else push(parts, b[j++]!, 'after');
  }
  return parts;
}

/** Words and the spaces between them; joined they are the text. */
function splitWords(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** `table[i][j]`: length of the longest common subsequence of the rests from i and j. */
function lengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] =
        a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
}

function push(parts: Part[], text: string, side: Part['side']): void {
  const last = parts.at(-1);
  if (last?.side === side) last.text += text;
  else parts.push({ text, side });
}
