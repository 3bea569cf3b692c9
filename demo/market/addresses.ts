import { createAddress } from '#contract/addresses/addresses.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import type { State } from '#domain/addresses/states.ts';
import { fixedPeople, people } from '#demo/people.ts';
import { streets } from '#demo/people/streets.ts';
import { seedFrom } from '#demo/random.ts';
import type { SeedPerson } from '#demo/types.ts';
import { demoUsername } from './accounts.ts';
import type { DemoApi } from './demo-api.ts';

type NewAddress = BodyInput<typeof createAddress>;

/** An address in a person's address book. */
export interface BookedAddress {
  id: number;
  postalCode: string;
}

/** The address of a person whose postal code ends so; that of their home without an ending. */
export type AddressBook = (username: string, ending?: string) => BookedAddress;

/** At postal codes that end so, the simulated carriers do what the journeys of the demo need. */
export const endings = { late: '901', silent: '903', dearer: '907', away: '909' } as const;

const compradora = demoUsername('compradora');
const phone = '91987654321';

/** The addresses of the demo's own accounts; the first ones are their homes. */
const ownAddresses: readonly (readonly [username: string, address: NewAddress])[] = [
  [
    compradora,
    {
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
    },
  ],
  [
    compradora,
    {
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
    },
  ],
  [
    compradora,
    {
      label: 'Casa da minha mãe',
      recipient: 'Sônia Nascimento',
      phone,
      postalCode: `40020-${endings.away}`,
      street: 'Rua Chile',
      number: '22',
      complement: '',
      district: 'Centro',
      city: 'Salvador',
      state: 'BA',
    },
  ],
  [
    demoUsername('vendedora'),
    {
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
    },
  ],
];

/** Saves the addresses of everybody who sends or receives: one each, and those where parcels have an accident. */
export async function seedAddresses(
  api: DemoApi,
  accidents: readonly (readonly [username: string, ending: string])[],
): Promise<AddressBook> {
  const saved = new Map<string, BookedAddress>();
  const save = async (username: string, address: NewAddress) => {
    const { id } = await api.call(username, createAddress, { body: address });
    const postalCode = address.postalCode.replace('-', '');
    const place = { id, postalCode };
    if (!saved.has(username)) saved.set(username, place);
    saved.set(`${username} ${postalCode.slice(-3)}`, place);
  };
  for (const [username, address] of ownAddresses) await save(username, address);
  for (const person of [...fixedPeople, ...people])
    if (!saved.has(person.username)) await save(person.username, homeOf(person, '010'));
  for (const [username, ending] of accidents) {
    if (saved.has(`${username} ${ending}`)) continue;
    const person = people.find((each) => each.username === username)!;
    await save(username, { ...homeOf(person, ending), label: 'Trabalho' });
  }
  return (username, ending) => saved.get(ending ? `${username} ${ending}` : username)!;
}

function homeOf({ username, name, city, state, phone: own }: SeedPerson, ending: string): NewAddress {
  const { area, street, district } = streets[`${city}, ${state}`]!;
  return {
    label: 'Casa',
    recipient: name,
    phone: own,
    postalCode: `${area}-${ending}`,
    street,
    number: String(10 + (seedFrom(username) % 900)),
    complement: '',
    district,
    city,
    state: state as State,
  };
}
