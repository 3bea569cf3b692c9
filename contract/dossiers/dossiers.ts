import * as z from 'zod/mini';
import { teamReaders } from '#domain/dossiers/readers.ts';
import { endpoint } from '#contract/endpoint.ts';
import { hash, instant } from '#contract/fields.ts';
import { staffReason } from '#contract/staff/reason.ts';

const params = z.strictObject({ hash });
const dayMs = 86_400_000;

const files = z.object({
  /** Of both files, without its ending: `dossie-7K2M-comprador`. */
  name: z.string(),
  madeAt: instant,
  /** SHA-256 of the dossier's canonical JSON, in hexadecimal. It stands on each page of the PDF. */
  sha256: z.string(),
  /** The signed file as text; decision 135 has its form. */
  json: z.string(),
  /** The PDF in base 64. */
  pdf: z.string(),
});
export type DossierFiles = z.infer<typeof files>;

export const makeDossier = endpoint({
  method: 'POST',
  path: '/orders/{hash}/dossiers',
  auth: 'user',
  summary: 'Makes the dossier of an own order as JSON and PDF, redacted for this side (N07).',
  // Each call makes a dossier of its own, which changes nothing of the order.
  repeats: 'harmless',
  params,
  limit: { max: 20, windowMs: dayMs, by: 'user' },
  reply: files,
  errors: ['not_found', 'too_many_requests', 'unavailable'],
});

export const makeStaffDossier = endpoint({
  method: 'POST',
  path: '/staff/orders/{hash}/dossiers',
  auth: 'staff',
  summary:
    'Makes the dossier of an order for the team, or by an admin for an authority, with a reason. It needs an open case of the order, or an admin’s reason, and is recorded (N07, T110).',
  repeats: 'harmless',
  params,
  body: z.strictObject({ reader: z.enum(teamReaders, 'Escolha para quem é o dossiê.'), reason: staffReason }),
  limit: { max: 60, windowMs: dayMs, by: 'user' },
  reply: files,
  errors: ['not_found', 'forbidden', 'own_decision', 'no_case', 'too_many_requests', 'unavailable'],
});
