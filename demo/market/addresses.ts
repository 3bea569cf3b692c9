import { createAddress } from '#contract/addresses/addresses.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { demoUsername } from './accounts.ts';
import type { DemoApi } from './demo-api.ts';

type NewAddress = BodyInput<typeof createAddress>;

const phone = '91987654321';
const home: NewAddress = {
  label: 'Casa',
  recipient: 'Clara Nascimento',
  phone,
  postalCode: '66010-000',
  street: 'Avenida Presidente Vargas',
  number: '640',
  complement: 'Apto 302',
  district: 'Campina',
  city: 'Belém',
  state: 'PA',
};
const work: NewAddress = {
  label: 'Trabalho',
  recipient: 'Clara Nascimento',
  phone,
  postalCode: '01310-100',
  street: 'Avenida Paulista',
  number: '1578',
  complement: '',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
const shop: NewAddress = {
  label: 'Ateliê',
  recipient: 'Helena Andrade Rocha',
  phone,
  postalCode: '80020-310',
  street: 'Rua XV de Novembro',
  number: null,
  complement: 'Sobreloja',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
};

/** The address books of the accounts that anyone can sign in with. */
export function addressScenes(api: DemoApi): { daysAgo: number; play: () => Promise<void> }[] {
  const books = [
    ['compradora', home],
    ['compradora', work],
    ['vendedora', shop],
  ] as const;
  return books.map(([who, body], position) => ({
    daysAgo: 30 - position,
    play: async () => {
      await api.call(demoUsername(who), createAddress, { body });
    },
  }));
}
