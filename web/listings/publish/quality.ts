import { visibleLength } from '#domain/text/visible-length.ts';
import type { Category } from '#contract/listings/catalogue.ts';
import type { Draft } from './draft.ts';

export interface Quality {
  /** 0 to 100. */
  percent: number;
  /** At most three, the most useful first. */
  tips: string[];
}

interface Trait {
  points: number;
  done: (draft: Draft, category: Category | undefined) => boolean;
  tip: string;
}

/** What makes buyers trust a listing, in points of a hundred. */
const traits: Trait[] = [
  { points: 20, done: ({ images }) => images.length > 0, tip: 'Envie uma foto: ela é a capa do anúncio.' },
  {
    points: 20,
    done: ({ title }) => visibleLength(title.trim()) >= 25,
    tip: 'Diga no título o que é, a marca e a versão.',
  },
  {
    points: 20,
    done: ({ description }) => visibleLength(description.trim()) >= 200,
    tip: 'Conte mais na descrição: estado, o que vem junto, como você entrega.',
  },
  { points: 15, done: ({ images }) => images.length >= 3, tip: 'Mostre de outros ângulos: 3 fotos ou mais.' },
  {
    points: 15,
    done: ({ attributes }, category) =>
      (category?.attributes ?? []).every(({ key }) => attributes[key]?.trim()),
    tip: 'Preencha todos os detalhes: quem filtra encontra você.',
  },
  {
    points: 10,
    done: ({ deliveryType, promisedHours }) =>
      deliveryType === 'automatic' || (promisedHours !== null && promisedHours <= 24),
    tip: 'Entregar em até 24 horas ajuda a vender.',
  },
];

/** How good a listing reads to a buyer, with what to do next. */
export function qualityOf(draft: Draft, category: Category | undefined): Quality {
  const open = traits.filter((trait) => !trait.done(draft, category));
  return {
    percent: 100 - open.reduce((sum, { points }) => sum + points, 0),
    tips: open.slice(0, 3).map(({ tip }) => tip),
  };
}
