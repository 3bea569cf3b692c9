/** Carriers of a parcel that its seller posts without a label of the site. */
export const ownCarriers = ['correios', 'jadlog', 'loggi', 'jt', 'other'] as const;
export type OwnCarrier = (typeof ownCarriers)[number];

export const ownCarrierNames: Readonly<Record<OwnCarrier, string>> = {
  correios: 'Correios',
  jadlog: 'Jadlog',
  loggi: 'Loggi',
  jt: 'J&T Express',
  other: 'Outra transportadora',
};

/** The carrier of a name, as orders store it. */
export function carrierOf(name: string): OwnCarrier {
  return ownCarriers.find((carrier) => name.startsWith(ownCarrierNames[carrier])) ?? 'other';
}

/** Letters of a tracking code, as stored. */
export const trackingCodeSize = { min: 8, max: 40 } as const;

/** A code as it is stored and compared (S09): capitals and digits, without the spaces and hyphens that people type. */
export function normalizeTrackingCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s.-]/g, '');
}

/**
 * What is wrong with a normalised tracking code; null when nothing is (S09). A code in the form of the Correios is
 * checked as theirs with every carrier, or a wrong digit would pass under another name.
 */
export function trackingCodeError(carrier: OwnCarrier, code: string): string | null {
  if (code === '') return 'Informe o código de rastreio que está no comprovante da postagem.';
  if (carrier === 'correios' || postalForm.test(code)) return postalCodeError(code);
  if (carrier === 'jadlog' && !/^\d{8,20}$/.test(code))
    return 'O código da Jadlog só tem números, de 8 a 20. Confira no comprovante da postagem.';
  if (!/^[A-Z\d]{8,40}$/.test(code))
    return 'O código de rastreio tem de 8 a 40 letras e números. Confira no comprovante da postagem.';
  return null;
}

/** The page on which people follow a parcel; null where no address for a code is known. */
export function trackingUrl(carrier: OwnCarrier, code: string): string | null {
  return carrier === 'correios' ? `https://rastreamento.correios.com.br/app/index.php?objetos=${code}` : null;
}

const postalForm = /^[A-Z]{2}(\d{8})(\d)BR$/;
/** UPU S10: the weights of the eight digits of the serial number. */
const weights = [8, 6, 4, 2, 3, 5, 9, 7] as const;

/** The check digit of eight digits by UPU S10: 11 less the rest of the weighted sum; 10 becomes 0 and 11 becomes 5. */
export function postalCheckDigit(serial: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(serial[index]), 0);
  const digit = 11 - (sum % 11);
  if (digit === 10) return 0;
  return digit === 11 ? 5 : digit;
}

function postalCodeError(code: string): string | null {
  const [, serial, digit] = postalForm.exec(code) ?? [];
  if (serial === undefined)
    return 'O código dos Correios tem 2 letras, 9 números e BR no fim. Ex.: AA123456785BR';
  if (postalCheckDigit(serial) !== Number(digit))
    return 'Um dos números do código está errado. Confira no comprovante da postagem.';
  return null;
}
