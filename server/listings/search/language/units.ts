/** Units as they are written, and the one under which they are indexed: «5 litros», «5l» and «5 L» are `5l`. */
const spellings: Readonly<Record<string, string>> = {
  l: 'l lt lts litro litros',
  ml: 'ml',
  kg: 'kg kgs kilo kilos quilo quilos',
  g: 'g gr grs grama gramas',
  mg: 'mg',
  m: 'm mt mts metro metros',
  cm: 'cm centimetro centimetros',
  mm: 'mm milimetro milimetros',
  km: 'km quilometro quilometros',
  gb: 'gb giga gigas',
  tb: 'tb tera teras',
  mb: 'mb',
  mah: 'mah',
  ah: 'ah',
  hz: 'hz',
  mhz: 'mhz',
  ghz: 'ghz',
  w: 'w watt watts',
  kw: 'kw',
  v: 'v volt volts',
  pol: 'pol polegada polegadas',
  btu: 'btu btus',
  mp: 'mp megapixel megapixels',
  rpm: 'rpm',
  cv: 'cv',
  hp: 'hp',
};

const units: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([unit, written]) => written.split(' ').map((each) => [each, unit])),
);

/** The unit that a word without accents is; undefined for other words. */
export function unitOf(folded: string): string | undefined {
  return units.get(folded);
}
