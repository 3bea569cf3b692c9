import { usernameSize } from '#domain/accounts/accounts.ts';
import { complaintLimits } from '#domain/complaints/rules.ts';
import { messageLimits } from '#domain/orders/conversations.ts';
import { deliveryLimits } from '#domain/orders/delivery-proofs.ts';
import { listingLimits } from '#domain/listings/limits.ts';
import { questionLimits } from '#domain/community/questions.ts';
import { ratingLimits } from '#domain/community/ratings.ts';
import { paymentProofLimits } from '#domain/payments/payment-proofs.ts';
import type { SettingField, SettingGroup } from './groups.ts';
import type { Size } from './sizes.ts';
import { ticketLimits } from '#domain/tickets/tickets.ts';

/** Every configurable size, with its section and label. */
const sizesOf: readonly (readonly [SettingGroup, Size, string])[] = [
  ['payments', paymentProofLimits.fileMegabytes, 'Arquivo do comprovante'],
  ['orders', deliveryLimits.files, 'Arquivos em cada prova de entrega'],
  ['orders', deliveryLimits.fileMegabytes, 'Imagem ou PDF de uma prova de entrega'],
  ['orders', deliveryLimits.videoMegabytes, 'Vídeo de uma prova de entrega'],
  ['complaints', complaintLimits.words, 'Relato da reclamação'],
  ['complaints', complaintLimits.files, 'Provas de cada lado'],
  ['complaints', complaintLimits.fileMegabytes, 'Arquivo de prova'],
  ['listings', listingLimits.title, 'Título'],
  ['listings', listingLimits.description, 'Descrição'],
  ['listings', listingLimits.images, 'Fotos'],
  ['listings', listingLimits.imageMegabytes, 'Arquivo de foto'],
  ['listings', listingLimits.imageWords, 'Descrição de cada foto'],
  ['listings', listingLimits.priceCents, 'Preço'],
  ['listings', listingLimits.stock, 'Unidades de entrega manual'],
  ['listings', listingLimits.codes, 'Códigos por envio'],
  ['listings', listingLimits.codeLetters, 'Cada código'],
  ['community', questionLimits.text, 'Pergunta'],
  ['community', questionLimits.answer, 'Resposta'],
  ['community', ratingLimits.text, 'Avaliação'],
  ['community', ratingLimits.reply, 'Resposta a uma avaliação'],
  ['community', messageLimits.text, 'Mensagem do pedido'],
  ['community', messageLimits.files, 'Arquivos em cada mensagem do pedido'],
  ['community', messageLimits.fileMegabytes, 'Arquivo de mensagem do pedido'],
  ['support', ticketLimits.text, 'Mensagem do atendimento'],
  ['support', ticketLimits.files, 'Arquivos em cada mensagem do atendimento'],
  ['support', ticketLimits.fileMegabytes, 'Arquivo do atendimento'],
  ['support', ticketLimits.ratingComment, 'Comentário da nota do atendimento'],
  ['security', usernameSize, 'Nome de usuário novo'],
];

export const allSizes: readonly Size[] = sizesOf.map(([, size]) => size);

const counted: Record<Size['unit'], string> = {
  letters: ' de letras',
  files: '',
  photos: '',
  codes: '',
  cents: '',
  megabytes: ' em MB',
  units: '',
};

/** The settings of all sizes: the minimum, where it is configurable, and the maximum. */
export const sizeFields: readonly SettingField[] = sizesOf.flatMap(([group, size, label]) => {
  const { at, unit, min, hard } = size;
  const field = (side: 'min' | 'max', suffix: string): SettingField => ({
    path: `${at}.${side}`,
    group,
    label: `${label}: ${suffix}${counted[unit]}`,
    unit: unit === 'cents' ? 'cents' : 'count',
    min: hard.min,
    max: hard.max,
  });
  const most = field('max', unit === 'cents' ? 'maior valor' : 'máximo');
  return min === undefined ? [most] : [field('min', unit === 'cents' ? 'menor valor' : 'mínimo'), most];
});
