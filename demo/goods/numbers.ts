/** Attribute key → where its number stands in the words of the listing, and what to multiply it by. */
export const numberPatterns: Readonly<
  Record<string, readonly (readonly [pattern: RegExp, factor: number])[]>
> = {
  valor: [[/R\$ ?(\d+)/, 1]],
  quantidade: [[/(\d[\d.]*)/, 1]],
  dispositivos: [[/(\d+) (?:aparelhos|computador)/, 1]],
  meses: [
    [/(\d+) m[eê]s/, 1],
    [/(\d+) ano/, 12],
  ],
  horas: [[/(\d+) horas/, 1]],
  paginas: [[/(\d+) páginas/, 1]],
  tamanho_mm: [[/(\d+) mm/, 1]],
  tela_polegadas: [
    [/(\d+(?:,\d)?)"/, 1],
    [/(?:Inspiron|Vivobook|Pro|Nitro) (\d\d)\b/, 1],
    [/(?:de|com) (\d{3}) polegadas/, 1],
  ],
  taxa_hz: [[/(\d+) Hz/, 1]],
  largura_cm: [
    [/(\d+) x \d+ cm/, 1],
    [/(\d(?:,\d+)?) m\b/, 100],
  ],
  altura_cm: [
    [/(\d+) cm/, 1],
    [/(\d,\d+) m\b/, 100],
  ],
  pecas: [[/(\d+) peças/, 1]],
  numero: [[/nº (\d+)/, 1]],
  litros: [[/(\d+) litros/, 1]],
  pessoas: [[/(\d+) pessoas/, 1]],
  peso_kg: [[/(\d+) kg/, 1]],
  marchas: [
    [/(\d+) marchas/, 1],
    [/(\d+)v\b/, 1],
  ],
  volumes: [
    [/volumes? 1 a (\d+)/, 1],
    [/(\d+) (?:gibis|álbuns|volumes)/, 1],
  ],
  ano: [[/\b(19\d\d)\b/, 1]],
};
