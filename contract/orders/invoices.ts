import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { hash } from '#contract/fields.ts';

export const informInvoice = endpoint({
  method: 'PUT',
  path: '/orders/{hash}/invoice',
  auth: 'user',
  summary: 'The seller enters or corrects the access key of the invoice of a paid order.',
  limit: { max: 60, windowMs: 60 * 60_000, by: 'user' },
  params: z.strictObject({ hash }),
  body: z.strictObject({
    accessKey: z
      .string('Informe a chave de acesso da nota.')
      .check(
        z.trim(),
        z.minLength(1, 'Informe a chave de acesso da nota.'),
        z.maxLength(80, 'Confira a chave.'),
      ),
  }),
  reply: z.object({ accessKey: z.string() }),
  errors: ['not_found', 'wrong_state', 'too_many_requests'],
});
