import * as z from 'zod/mini';

/** The audited reason of a staff action. */
export const staffReason = z
  .string('Escreva o motivo.')
  .check(
    z.trim(),
    z.minLength(10, 'Escreva o motivo em uma frase.'),
    z.maxLength(500, 'Use até 500 letras.'),
  );
