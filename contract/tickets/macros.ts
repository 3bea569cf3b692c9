import * as z from 'zod/mini';
import { macroLimits, unknownPlaceholders } from '#domain/tickets/tickets.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, instant, singleLine } from '#contract/fields.ts';

const macro = z.object({ id: z.int(), title: z.string(), text: z.string(), updatedAt: instant });
export type TicketMacro = z.infer<typeof macro>;

const macroBody = z.strictObject({
  title: z
    .string('Dê um nome à resposta.')
    .check(
      singleLine,
      z.minLength(1, 'Dê um nome à resposta.'),
      z.maxLength(macroLimits.title, 'Use até 60 letras.'),
    ),
  text: z.string('Escreva a resposta.').check(
    z.trim(),
    z.minLength(1, 'Escreva a resposta.'),
    z.maxLength(macroLimits.text, 'Use até 2.000 letras.'),
    z.refine(
      (text) => unknownPlaceholders(text).length === 0,
      'Use só {nome}, {protocolo}, {pedido} e {atendente} entre chaves.',
    ),
  ),
});

export const listMacros = endpoint({
  method: 'GET',
  path: '/staff/macros',
  auth: 'staff',
  summary: 'The macros (prepared answers) of staff, by title.',
  reply: z.object({ items: z.array(macro) }),
});

export const createMacro = endpoint({
  method: 'POST',
  path: '/staff/macros',
  auth: 'staff',
  summary: 'Creates a macro.',
  idempotent: true,
  status: 201,
  body: macroBody,
  reply: macro,
  errors: ['invalid_request'],
});

export const updateMacro = endpoint({
  method: 'PUT',
  path: '/staff/macros/{id}',
  auth: 'staff',
  summary: 'Changes a macro.',
  params: z.strictObject({ id: idText }),
  body: macroBody,
  reply: macro,
  errors: ['not_found', 'invalid_request'],
});

export const deleteMacro = endpoint({
  method: 'DELETE',
  path: '/staff/macros/{id}',
  auth: 'staff',
  summary: 'Deletes a macro; idempotent.',
  params: z.strictObject({ id: idText }),
  reply: emptyReply,
});
