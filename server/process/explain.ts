import { isFault } from '#db/fault.ts';

/** The sentence for the operator about what stopped the program; for an unexpected error, its stack. */
export function explain(error: unknown): string {
  if (isFault(error)) return error.message;
  const { code, path, stack } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'Não há espaço em disco.';
  if (code === 'EACCES' || code === 'EPERM')
    return `Sem permissão em ${path ?? 'uma pasta'}: ela é de outro usuário?`;
  return stack ?? String(error);
}
