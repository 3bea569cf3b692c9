import type { Random } from '#demo/random.ts';
import { scenarios } from '#server/adapters/shipping/simulator-plans.ts';
import { addressInBelem } from '#test/shipping/parcels.ts';

/** An answer that never comes would only slow the run down. */
const endings = Object.keys(scenarios).filter(
  (ending) => scenarios[ending as keyof typeof scenarios] !== 'slow',
);

/** Addresses of a buyer; the ending of a postal code decides what the simulated carrier does. */
export function someAddresses(random: Random): object[] {
  return [random.pick(endings), random.pick(endings), '190'].map((ending, at) => ({
    ...addressInBelem,
    label: `Endereço ${at}`,
    postalCode: `66055${ending}`,
  }));
}
