import { cn } from '#web/ui/styles/class-names.ts';

type Fill = 'brand' | 'soft' | 'paper' | 'accent';
type Tone = 'brand' | 'soft';

export interface TilesProps {
  /** Same seed, same pattern, on server and client. */
  seed: string;
  cols?: number;
  rows?: number;
  /** `brand` for covers and bands, `soft` for quiet fallbacks. */
  tone?: Tone;
  /** Index of the cell drawn as a dashed outline. */
  missing?: number;
  /** Index of the cell that is rotated. */
  rotated?: number;
  className?: string;
}

/** Twelve motifs in a 40 × 40 cell, as paths relative to its top left corner. */
const motifs = [
  '',
  'h40a40 40 0 0 1-40 40z',
  'm40 0v40a40 40 0 0 1-40-40z',
  'm40 40h-40a40 40 0 0 1 40-40z',
  'm0 40v-40a40 40 0 0 1 40 40z',
  'h40a20 20 0 0 1-40 0z',
  'a20 20 0 0 1 0 40z',
  'a40 40 0 0 1 40 40a40 40 0 0 1-40-40z',
  'm40 0a40 40 0 0 1-40 40a40 40 0 0 1 40-40z',
  'h40l-40 40z',
  'h40v40z',
  'm20 6a14 14 0 0 1 0 28a14 14 0 0 1 0-28zm0 7a7 7 0 0 0 0 14a7 7 0 0 0 0-14z',
];

/** Background and foreground of a cell; repeated pairs are more likely. */
const pairs: Record<Tone, [Fill, Fill][]> = {
  brand: [
    ['soft', 'brand'],
    ['brand', 'soft'],
    ['paper', 'brand'],
    ['brand', 'paper'],
    ['soft', 'paper'],
  ],
  soft: [
    ['paper', 'soft'],
    ['soft', 'paper'],
    ['paper', 'soft'],
  ],
};

const colours: Record<Tone, Record<Fill, string>> = {
  brand: {
    brand: 'var(--brand)',
    soft: 'var(--brand-soft-2)',
    paper: 'var(--surface)',
    accent: 'var(--accent)',
  },
  soft: {
    brand: 'var(--brand)',
    soft: 'var(--brand-soft-2)',
    paper: 'var(--brand-soft)',
    accent: 'var(--accent)',
  },
};

/** The azulejo pattern, drawn as SVG: decoration hidden from assistive technology. */
export function Tiles({ seed, cols = 3, rows = 3, tone = 'brand', missing, rotated, className }: TilesProps) {
  const { laid: straightLayer, askew: rotatedLayer } = layTiles(seed, cols, rows, tone, { missing, rotated });
  const corner = (index: number) => [(index % cols) * 40, Math.floor(index / cols) * 40] as const;
  return (
    <svg
      viewBox={`0 0 ${cols * 40} ${rows * 40}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-slot="tiles"
      className={cn('block', className)}
    >
      {paths(straightLayer, tone)}
      {rotated !== undefined && (
        <g transform={`rotate(12 ${corner(rotated)[0] + 20} ${corner(rotated)[1] + 20})`}>
          {paths(rotatedLayer, tone)}
        </g>
      )}
      {missing !== undefined && (
        <rect
          x={corner(missing)[0] + 2}
          y={corner(missing)[1] + 2}
          width="36"
          height="36"
          rx="4"
          fill="none"
          stroke="var(--border-strong)"
          strokeWidth="1.5"
          strokeDasharray="5 4"
        />
      )}
    </svg>
  );
}

type Layer = Partial<Record<`${0 | 1}${Fill}`, string>>;

/** One path per colour and depth, so the pattern has at most eight nodes. */
function layTiles(
  seed: string,
  cols: number,
  rows: number,
  tone: Tone,
  odd: { missing?: number; rotated?: number },
) {
  const random = mulberry32(hash(seed));
  const pick = <T,>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const laid: Layer = {};
  const askew: Layer = {};
  let sinceAccent = Math.floor(random() * 12);
  for (let index = 0; index < cols * rows; index++) {
    const [ground, figure] = pick(pairs[tone]);
    const motif = pick(motifs);
    const accent = tone === 'brand' && motif !== '' && ++sinceAccent >= 12;
    if (accent) sinceAccent = 0;
    if (index === odd.missing) continue;
    const start = `M${(index % cols) * 40} ${Math.floor(index / cols) * 40}`;
    const layer = index === odd.rotated ? askew : laid;
    layer[`0${ground}`] = `${layer[`0${ground}`] ?? ''}${start}h40.4v40.4h-40.4z`;
    const top = `1${accent ? 'accent' : figure}` as const;
    if (motif !== '') layer[top] = `${layer[top] ?? ''}${start}${motif}`;
  }
  return { laid, askew };
}

function paths(layer: Layer, tone: Tone) {
  return (Object.entries(layer) as [keyof Layer, string][])
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, path]) => <path key={key} d={path} fill={colours[tone][key.slice(1) as Fill]} />);
}

function hash(text: string): number {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
