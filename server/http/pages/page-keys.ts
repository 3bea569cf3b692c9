/**
 * The query parameters that each public page reads while it is rendered, and the format of their values. Other
 * parameters (`utm_source`, `gclid`, invented ones) do not change the page, so they are not part of its cache key.
 */
const whole = /^[1-9]\d{0,5}$/;
const text = /^.{1,120}$/su;
const money = /^[\d.,\s]{1,16}$/;
const results: Readonly<Record<string, RegExp>> = {
  q: text,
  categoria: /^[a-z\d-]{1,80}$/,
  precoMin: money,
  precoMax: money,
  avaliacao: /^\d(?:[.,]\d)?$/,
  vendedor: /^verificado$/,
  estado: /^[A-Z]{2}$/,
  cidade: /^[1-9]\d{6}$/,
  km: /^(?:\d{2,3}|todos)$/,
  local: /^.{1,60}$/su,
  ordem: /^[a-z-]{1,20}$/,
  pagina: /^[1-9]\d{0,3}$/,
};
const page = { versao: whole, regras: whole };
const pageParameters: readonly (readonly [path: RegExp, parameters: Readonly<Record<string, RegExp>>])[] = [
  [/^\/$/, {}],
  [/^\/(?:categorias|transparencia)$/, {}],
  [/^\/anuncios$/, results],
  [/^\/anuncio\//, { quantidade: /^[1-9]\d{0,3}$/, comprar: /^1$/, avaliacoes: text }],
  [/^\/perfil\//, { avaliacoes: text, papel: /^comprador$/ }],
  [/^\/tarifas$/, { ...page, valor: /^\d{1,12}$/, plano: /^(?:prata|ouro|diamante)$/, receber: /^1$/ }],
  [/^\/(?:termos|privacidade|perguntas-frequentes|como-funciona|formas-de-pagamento)$/, page],
];

/** Ways of delivery, of which a page may have several. */
const delivery = /^(?:na-hora|combinada|envio|frete-gratis|retirada)$/;
/** A category's attribute; it may have several values. */
const attribute = /^atr\.[^=&]{1,60}$/;
const maxAttributes = 20;

/**
 * The address under which a public page is cached and rendered: known parameters with valid values, each once, in
 * canonical order and spelling. Null for pages that are rendered for each visitor.
 */
export function pageAddress(url: string): string | null {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const parameters = pageParameters.find(([pattern]) => pattern.test(path))?.[1];
  if (!parameters) return null;
  if (at < 0) return path;
  const asked = new URLSearchParams(url.slice(at + 1));
  const kept: [name: string, value: string][] = [];
  for (const [name, pattern] of Object.entries(parameters)) {
    // Pages read the first of several values, so further ones are dropped.
    const value = cleaned(asked.get(name) ?? '');
    if (pattern.test(value) && !(name === 'pagina' && value === '1')) kept.push([name, value]);
  }
  if (path === '/anuncios') {
    kept.push(...deliveriesOf(asked));
    if (kept.some(([name]) => name === 'categoria')) kept.push(...attributesOf(asked));
  }
  const search = new URLSearchParams(kept.toSorted(byText)).toString();
  return search === '' ? path : `${path}?${search}`;
}

const cleaned = (value: string) => value.replaceAll(/\s+/g, ' ').trim();

function deliveriesOf(asked: URLSearchParams): [string, string][] {
  const chosen = new Set(asked.getAll('entrega').map(cleaned));
  return [...chosen].filter((value) => delivery.test(value)).map((value) => ['entrega', value]);
}

function attributesOf(asked: URLSearchParams): [string, string][] {
  const chosen = new Map<string, [string, string]>();
  for (const [name, value] of asked) {
    if (!attribute.test(name) || value === '' || chosen.size >= maxAttributes) continue;
    const pair: [string, string] = [name, cleaned(value).slice(0, 60)];
    chosen.set(pair.join('='), pair);
  }
  return [...chosen.values()];
}

function byText(one: readonly [string, string], other: readonly [string, string]): number {
  const [left, right] = [one.join('='), other.join('=')];
  return left < right ? -1 : Number(left > right);
}
