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

/** What makes buyers trust a listing, with weights adding up to a hundred. */
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
    done: ({ deliveryType, promisedHours, handlingDays }) => {
      if (deliveryType === 'shipping') return handlingDays !== null && handlingDays <= 2;
      if (deliveryType === 'manual') return promisedHours !== null && promisedHours <= 24;
      return deliveryType !== null;
    },
    tip: 'Entregar em até 24 horas, ou postar em até 2 dias úteis, ajuda a vender.',
  },
];

/** The listing's quality for a buyer, with the most useful tips. */
export function qualityOf(draft: Draft, category: Category | undefined): Quality {
  const missing = traits.filter((trait) => !trait.done(draft, category));
  return {
    percent: 100 - missing.reduce((sum, { points }) => sum + points, 0),
    tips: missing.slice(0, 3).map(({ tip }) => tip),
  };
}
