import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idText, instant, maybeInstant } from './fields.ts';

const question = z.object({
  id: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  createdAt: instant,
  answeredAt: maybeInstant,
});

export const askQuestion = endpoint({
  method: 'POST',
  path: '/listings/{id}/questions',
  auth: 'user',
  standing: 'good',
  summary: 'Asks the seller something in public (product §4.12).',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    text: z
      .string('Escreva sua pergunta.')
      .check(
        z.trim(),
        z.minLength(10, 'Escreva pelo menos 10 letras.'),
        z.maxLength(500, 'Use até 500 letras.'),
      ),
  }),
  reply: question,
  errors: [
    'account_suspended',
    'not_found',
    'own_listing',
    'email_not_verified',
    'listing_unavailable',
    'too_many_requests',
  ],
});

export const answerQuestion = endpoint({
  method: 'PUT',
  path: '/questions/{id}/answer',
  auth: 'user',
  summary: 'The seller answers a question on an own listing.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    answer: z
      .string('Escreva a resposta.')
      .check(z.trim(), z.minLength(1, 'Escreva a resposta.'), z.maxLength(1000, 'Use até 1.000 letras.')),
  }),
  reply: question,
  errors: ['not_found', 'wrong_state'],
});
