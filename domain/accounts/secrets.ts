/**
 * Detects codes and passwords typed into a conversation. Views are not recorded there, so they belong in the delivery
 * form (§4.17). The result is a hint for the writer, so a doubtful text passes. Patterns are linear (T95).
 */
const patterns: readonly RegExp[] = [
  // «senha: abc123», «a senha é abc123», «código ABCD-1234»: a value with digits after the keyword.
  /\b(?:senhas?|password|pass|pin|token|chave|c[oó]digos?|key|serial)\b(?:\s+(?:é|e|eh|do\s+\w{1,20}|da\s+\w{1,20}))?\s*[:=]?\s*(?=\S{0,40}\d)[A-Za-z0-9!@#$%&*_.-]{4,40}/iu,
  // «senha: palavra»: after a colon any value matches.
  /\b(?:senha|password|login)\s*[:=]\s*\S{4,40}/iu,
  // «ABCD-EFGH-1234»: the groups of gift and activation codes.
  /\b(?=[A-Z-]{0,40}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,5}\b/u,
];

/** Whether the text seems to contain a code or a password. */
export function hasSecret(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
