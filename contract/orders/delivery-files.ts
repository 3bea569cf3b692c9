import * as z from 'zod/mini';
import { deliveryFileKinds, deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { tooMuchTexts } from '#domain/settings/size-messages.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, hash, id, idText, instant, singleLine, megabytes } from '#contract/fields.ts';

/** A file that proves a manual delivery (P13). Each link to it is requested separately and audited. */
export const deliveryFile = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(deliveryFileKinds),
  bytes: z.int(),
  /** The hexadecimal SHA-256 of the stored file, so that a copy can be verified. */
  contentHash: z.string(),
  createdAt: instant,
  /** The accesses, newest first; the two sides see staff only as the team. */
  views: z.array(z.object({ who: z.string(), at: instant })),
});
export type DeliveryFile = z.infer<typeof deliveryFile>;

/** The body of a manual delivery (P13). */
export const deliveryBody = z.strictObject({
  note: z
    .string('Conte como você entregou.')
    .check(
      z.trim(),
      z.minLength(10, 'Escreva pelo menos 10 letras: como e quando você entregou.'),
      z.maxLength(2000, 'Use até 2.000 letras.'),
    ),
  /** Files of one's own that were sent up for this order, in the order in which they are shown. */
  fileIds: z.optional(
    z
      .array(id)
      .check(z.maxLength(deliveryLimits.files.hard.max, tooMuchTexts.files(deliveryLimits.files.hard.max))),
  ),
});

const query = z.strictObject({
  /** As its sender calls it; it may say nothing. */
  name: z.optional(z.string().check(singleLine, z.maxLength(255, 'O nome do arquivo é longo demais.'))),
});

const adding = {
  method: 'POST',
  auth: 'user',
  // Each file is a proof of its own.
  repeats: 'harmless',
  status: 201,
  params: z.strictObject({ hash }),
  query,
  reply: deliveryFile,
  errors: [
    'not_found',
    'wrong_state',
    'unsupported_media',
    'unsafe_file',
    'payload_too_large',
    'limit_reached',
    'too_many_requests',
  ],
} as const;

export const addDeliveryFile = endpoint({
  ...adding,
  path: '/orders/{hash}/delivery-files',
  summary: 'The seller uploads an image or a PDF for a later delivery; images are re-encoded (P13).',
  limit: { max: 60, windowMs: 3_600_000, by: 'user' },
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    maxBytes: megabytes(deliveryLimits.fileMegabytes.hard.max),
    size: deliveryLimits.fileMegabytes,
  },
});

export const addRefusalFile = endpoint({
  ...adding,
  path: '/orders/{hash}/cancellation-files',
  summary:
    'The seller uploads an image or a PDF as proof for refusing the cancellation of a started delivery (P14).',
  limit: { max: 60, windowMs: 3_600_000, by: 'user' },
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    maxBytes: megabytes(deliveryLimits.fileMegabytes.hard.max),
    size: deliveryLimits.fileMegabytes,
  },
});

export const addReturnFile = endpoint({
  ...adding,
  path: '/orders/{hash}/return-files',
  summary: 'The seller uploads an image or a PDF to contest what came back in a return (S11).',
  limit: { max: 60, windowMs: 3_600_000, by: 'user' },
  binary: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    maxBytes: megabytes(deliveryLimits.fileMegabytes.hard.max),
    size: deliveryLimits.fileMegabytes,
  },
});

export const addDeliveryVideo = endpoint({
  ...adding,
  path: '/orders/{hash}/delivery-videos',
  summary: 'The seller uploads a video for a later delivery; it is stored unchanged (P13).',
  limit: { max: 40, windowMs: 86_400_000, by: 'user' },
  binary: {
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxBytes: megabytes(deliveryLimits.videoMegabytes.hard.max),
    size: deliveryLimits.videoMegabytes,
    streamed: true,
  },
});

const fileParams = z.strictObject({ hash, fileId: idText });

export const removeDeliveryFile = endpoint({
  method: 'DELETE',
  path: '/orders/{hash}/delivery-files/{fileId}',
  auth: 'user',
  summary: 'The seller removes an uploaded file before the delivery or answer that it was meant for.',
  params: fileParams,
  reply: emptyReply,
  errors: ['not_found', 'wrong_state'],
});

const opening = {
  method: 'POST',
  // Each opening is recorded on its own.
  repeats: 'harmless',
  limit: { max: 300, windowMs: 3_600_000, by: 'user' },
  params: fileParams,
  reply: z.object({ url: z.string() }),
} as const;

export const openDeliveryFile = endpoint({
  ...opening,
  path: '/orders/{hash}/delivery-files/{fileId}/openings',
  auth: 'user',
  summary: 'A link, valid for some minutes, to a delivery proof; the access is recorded.',
  errors: ['not_found', 'too_many_requests'],
});

export const openStaffDeliveryFile = endpoint({
  ...opening,
  path: '/staff/orders/{hash}/delivery-files/{fileId}/openings',
  auth: 'staff',
  summary: 'The same for staff; the access is recorded with the viewer’s name.',
  errors: ['not_found', 'own_decision', 'no_case', 'too_many_requests'],
});
