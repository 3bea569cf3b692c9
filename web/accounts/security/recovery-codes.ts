/** `ABCDE12345` as two groups of five, which is easier to copy. */
export function spacedCode(code: string): string {
  return code.replace(/^(.{5})-?(.{5})$/, '$1-$2');
}

/** The codes as text for a file or the clipboard. */
export function codesText(codes: readonly string[], username: string): string {
  return [
    `Códigos reserva da conta @${username}`,
    'Cada código funciona uma vez, no lugar do código do aplicativo autenticador.',
    '',
    ...codes.map(spacedCode),
    '',
  ].join('\n');
}
