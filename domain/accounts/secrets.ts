/**
 * Codes and passwords typed into a conversation, where nobody records who saw them: they belong into the delivery
 * box (§4.17). A hint for the writer, so a doubtful text passes. Patterns are linear (T95).
 */
const patterns: readonly RegExp[] = [
  // «senha: abc123», «a senha é abc123», «código ABCD-1234»: a value of letters and digits behind the word.
  /\b(?:senhas?|password|pass|pin|token|chave|c[oó]digos?|key|serial)\b(?:\s+(?:é|e|eh|do\s+\w{1,20}|da\s+\w{1,20}))?\s*[:=]?\s*(?=\S{0,40}\d)[A-Za-z0-9!@#$%&*_.-]{4,40}/iu,
  // «senha: palavra»: with a colon any value will do.
  /\b(?:senha|password|login)\s*[:=]\s*\S{4,40}/iu,
  // «ABCD-EFGH-1234»: the groups of gift and activation codes.
  /\b(?=[A-Z-]{0,40}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,5}\b/u,
];

/** Whether the text looks as if a code or a password stood in it. */
export function hasSecret(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
