/**
 * The kind of property a Tailwind class sets, for the classes of this site: of one kind only the last class counts. It
 * replaces tailwind-merge, which adds 8 kB to every page; a test holds the results equal.
 */
export function kindOf(name: string): string | null {
  const whole = wholeNames.get(name);
  if (whole !== undefined) return whole;
  const [, start = null, value = ''] = beginning.exec(name) ?? [];
  if (start === null) return null;
  const length = lengths[start];
  if (length === undefined) return start;
  return isLength.test(value) ? length : `${start}-color`;
}

/** The kinds that a kind overrides: `p-4` after `px-2` replaces it. */
export function coveredBy(kind: string): readonly string[] {
  return covered.get(kind) ?? [];
}

/** The kinds of classes that are identified by their whole name. */
const wholeNames = new Map<string, string>();
for (const [kind, names] of Object.entries({
  display: 'block inline-block inline flex inline-flex grid contents hidden',
  position: 'static fixed absolute relative sticky',
  visibility: 'visible invisible',
  reader: 'sr-only not-sr-only',
  'flex-direction': 'flex-row flex-col flex-col-reverse',
  'flex-wrap': 'flex-wrap flex-nowrap',
  'font-style': 'italic not-italic',
  'font-family': 'font-sans font-mono font-display',
  line: 'underline line-through no-underline',
  'line-style': 'decoration-solid decoration-dotted',
  'text-align': 'text-left text-center text-right',
  'text-wrap': 'text-balance',
  'text-overflow': 'truncate text-ellipsis',
  'text-size':
    'text-display text-h1 text-h2 text-h3 text-body text-ui text-sm text-xs text-price-xl text-price-md',
  'border-style': 'border-solid border-dashed',
  'border-collapse': 'border-separate',
  'outline-style': 'outline-none',
  'ring-inset': 'ring-inset',
  'fill-mode': 'fill-mode-backwards',
  break: 'break-all break-words',
  'pan-x': 'touch-pan-x',
  'pan-y': 'touch-pan-y',
}))
  for (const name of names.split(' ')) wholeNames.set(name, kind);
// Custom utilities with the prefix of a Tailwind utility.
wholeNames.set('ring-gap', 'ring-gap');

/** For names that take lengths and colours: the kind of their lengths. */
const lengths: Record<string, string> = {
  text: 'text-size',
  border: 'border-width',
  outline: 'outline-width',
  ring: 'ring-width',
  stroke: 'stroke-width',
  divide: 'divide-width',
  decoration: 'line-width',
};
for (const side of 'trblxy') lengths[`border-${side}`] = `border-${side}`;
const isLength = /^$|^\d|^\[[-.\d]|^[xy]$/;

/** The names before the value, longer ones first. */
const beginning = new RegExp(
  `^-?(${[
    ...'scroll-mt outline-offset underline-offset border-spacing grid-cols grid-rows col-start row-start'.split(
      ' ',
    ),
    ...'min-w min-h max-w max-h gap-x gap-y inset-x inset-y overflow-x overflow-y translate-x translate-y'.split(
      ' ',
    ),
    ...'pointer-events line-clamp break-inside field-sizing'.split(' '),
    ...'rounded-(?:[trbl]|[tb][lr]) border-[trblxy] [pm][xytrbl]?'.split(' '),
    ...'gap inset overflow translate rounded border outline ring stroke divide decoration text top right'.split(
      ' ',
    ),
    ...'bottom left w h size z order opacity leading tracking aspect basis bg caret accent columns cursor'.split(
      ' ',
    ),
    ...'delay duration ease fill flex font items justify object origin overscroll resize rotate scale'.split(
      ' ',
    ),
    ...'scheme select self shadow shrink touch transition whitespace wrap align animate appearance col row list'.split(
      ' ',
    ),
  ].join('|')})(?:-(.*))?$`,
);

const covered = new Map<string, readonly string[]>();
for (const [kind, kinds] of Object.entries({
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  gap: 'gap-x gap-y',
  size: 'w h',
  overflow: 'overflow-x overflow-y',
  translate: 'translate-x translate-y',
  flex: 'basis shrink',
  'text-size': 'leading',
  'line-clamp': 'display overflow',
  rounded: 'rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-br rounded-bl',
  'rounded-t': 'rounded-tl rounded-tr',
  'rounded-b': 'rounded-bl rounded-br',
  'border-width': 'border-x border-y border-t border-r border-b border-l',
  'border-x': 'border-r border-l',
  'border-y': 'border-t border-b',
  touch: 'pan-x pan-y',
  'pan-x': 'touch',
  'pan-y': 'touch',
}))
  covered.set(kind, kinds.split(' '));
