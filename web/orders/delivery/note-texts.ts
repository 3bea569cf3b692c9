import type { CategoryKind } from '#domain/listings/category-kinds.ts';

interface NoteTexts {
  /** What the seller writes when the order is delivered. */
  hint: string;
  example: string;
}

/** The seller's note of a manual delivery, by what was sold. */
export const noteTexts: Readonly<Record<CategoryKind | 'any', NoteTexts>> = {
  any: {
    hint: 'Diga o que enviou, por onde e quando.',
    example: 'enviei o que combinamos pela conversa, hoje às 14h.',
  },
  code: {
    hint: 'Diga por onde enviou o código e como usar.',
    example: 'enviei o código pela conversa hoje às 14h, com o passo a passo para resgatar.',
  },
  account: {
    hint: 'Diga por onde passou o acesso e o que trocar na conta. Não escreva a senha aqui.',
    example: 'passei o acesso pela conversa hoje às 14h; troque o e-mail e a senha no primeiro uso.',
  },
  file: {
    hint: 'Diga por onde enviou o arquivo e em que programa ele abre.',
    example: 'enviei o arquivo pela conversa hoje às 14h; ele abre em qualquer leitor de PDF.',
  },
  service: {
    hint: 'Diga o que fez e quando terminou.',
    example: 'terminei o combinado hoje às 14h e mandei o resultado pela conversa.',
  },
  physical: {
    hint: 'Diga por onde enviou e o código de rastreio, ou quem recebeu e quando.',
    example: 'postei hoje às 14h, rastreio AA123456789BR; chega em até 2 dias.',
  },
};
