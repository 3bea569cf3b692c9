import type { StaffListing } from '#contract/listings/staff-listings.ts';
import { listingStates, liveStates } from '#domain/listings/listings.ts';
import type { ListingState } from '#domain/listings/listings.ts';

/** The listing data that an action needs. */
export type ListingFacts = Pick<StaffListing, 'id' | 'title' | 'state' | 'seller'>;

/** A staff action on one or several listings. */
export type ListingAction = 'pause' | 'suspend' | 'republish' | 'move' | 'remove';

export interface ActionTexts {
  /** Button label: «Pausar». */
  verb: string;
  /** «Pausar anúncio», «Pausar 3 anúncios». */
  title: (count: number) => string;
  text: string;
  done: (count: number) => string;
  tone: 'danger' | 'primary';
  from: readonly ListingState[];
  /** Why the action does not apply to the others. */
  because: string;
  /** Suggested reasons. */
  reasons: readonly string[];
}

const choose = (count: number, one: string, many: string) => (count === 1 ? one : many);
const titleText =
  (verb: string, after = '') =>
  (count: number) =>
    choose(count, `${verb} anúncio${after}`, `${verb} ${count} anúncios${after}`);
const doneText = (one: string, many: string) => (count: number) =>
  choose(count, `1 anúncio ${one}`, `${count} anúncios ${many}`);

export const listingActions: Record<ListingAction, ActionTexts> = {
  pause: {
    verb: 'Pausar',
    title: titleText('Pausar'),
    text: 'Para de vender agora. Quem vende lê o motivo e volta a vender quando acertar. Pedidos já feitos continuam.',
    done: doneText('pausado', 'pausados'),
    tone: 'primary',
    from: ['published'],
    because: 'não está à venda.',
    reasons: [
      'O preço parece engano. Confira e volte a vender.',
      'A descrição não diz tudo o que está à venda. Complete e volte a vender.',
      'As fotos não mostram o que está à venda. Troque e volte a vender.',
      'A categoria não é a certa. Mude a categoria e volte a vender.',
    ],
  },
  suspend: {
    verb: 'Suspender',
    title: titleText('Suspender'),
    text: 'Sai do ar agora, e só a equipe traz de volta. Quem vende lê o motivo. Pedidos já feitos continuam.',
    done: doneText('suspenso', 'suspensos'),
    tone: 'danger',
    from: ['published', 'paused', 'sold_out'],
    because: 'não está à venda nem pausado.',
    reasons: [
      'Recebemos denúncias e estamos conferindo. Avisamos você quando terminarmos.',
      'As fotos são do anúncio de outra pessoa.',
      'O que está à venda não pode ser vendido aqui.',
    ],
  },
  republish: {
    verb: 'Voltar ao ar',
    title: (count) => choose(count, 'Voltar anúncio ao ar', `Voltar ${count} anúncios ao ar`),
    text: 'Volta a ser vendido agora, com o prazo inteiro. O que está sem estoque espera quem vende repor.',
    done: doneText('de volta ao ar', 'de volta ao ar'),
    tone: 'primary',
    from: ['suspended'],
    because: 'não está suspenso.',
    reasons: ['Conferimos e está tudo certo com o anúncio.'],
  },
  move: {
    verb: 'Mover',
    title: titleText('Mover', ' de categoria'),
    text: 'Muda agora, sem passar pela Revisão. O que a categoria nova não pergunta sai da página. Quem vende lê o motivo e o que saiu. Pedidos já feitos continuam na categoria em que foram feitos.',
    done: doneText('em outra categoria', 'em outra categoria'),
    tone: 'primary',
    from: [...liveStates, 'suspended'],
    because: 'ainda não foi aprovado, ou já foi encerrado.',
    reasons: ['Esta categoria diz melhor o que está à venda, e mais gente encontra.'],
  },
  remove: {
    verb: 'Encerrar',
    title: titleText('Encerrar'),
    text: 'Não volta mais. Quem vende lê o motivo. Pedidos já feitos continuam.',
    done: doneText('encerrado', 'encerrados'),
    tone: 'danger',
    from: listingStates.filter((state) => state !== 'removed'),
    because: 'já foi encerrado.',
    reasons: ['O que está à venda não pode ser vendido aqui.', 'É cópia do anúncio de outra pessoa.'],
  },
};

/**
 * Separates the listings an action applies to from the others, with why. Staff can't decide about their own listings.
 */
export function separateActionable<L extends ListingFacts>(
  listings: readonly L[],
  action: ListingAction,
  viewerId: number,
): { open: L[]; skipped: { item: L; because: string }[] } {
  const { from, because } = listingActions[action];
  const obstacle = ({ state, seller }: L) =>
    seller.id === viewerId ? 'é seu.' : from.includes(state) ? null : because;
  return {
    open: listings.filter((one) => obstacle(one) === null),
    skipped: listings.flatMap((item) => {
      const reason = obstacle(item);
      return reason === null ? [] : [{ item, because: reason }];
    }),
  };
}
