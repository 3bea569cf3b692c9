import type { Random } from '../random.ts';
import type { SeedListing, SeedListingStatus } from '../types.ts';

type Review = NonNullable<SeedListing['review']>;

const changes: readonly Review[] = [
  {
    reason: 'description_incomplete',
    note: 'Conte o estado do item e o que acompanha. Quem compra precisa saber antes.',
  },
  {
    reason: 'photos_poor',
    note: 'A foto está escura. Envie pelo menos uma com boa luz, mostrando o item inteiro.',
  },
  { reason: 'title_unclear', note: 'Coloque marca e modelo no título para que encontrem seu anúncio.' },
  { reason: 'price_suspicious', note: 'O preço está bem abaixo do comum. Confira se não faltou um número.' },
];

const refusals: readonly Review[] = [
  { reason: 'duplicate', note: 'Este item já está em outro anúncio seu. Edite o que existe.' },
  {
    reason: 'contact_data',
    note: 'Há um telefone na descrição. A conversa e o pagamento acontecem aqui na praça.',
  },
];

/** What the reviewer chose and wrote. */
export function reviewFor(status: SeedListingStatus, random: Random): Review {
  return random.pick(status === 'rejected' ? refusals : changes);
}
