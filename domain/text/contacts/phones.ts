import type { Run } from './numbers.ts';
import { runsOf } from './numbers.ts';

export type Stretch = readonly [from: number, to: number];

/** The 67 area codes in use. */
const area = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
const before = String.raw`(?:(?:00)?55|0(?:\d\d)?)?`;
const mobile = new RegExp(`^${before}${area}9\\d{8}$`);
const landline = new RegExp(`^${before}${area}[2-5]\\d{7}$`);
const mobileWithoutArea = /^9[4-9]\d{7}$/;
const freeCall = /^0(?:800|300|500|900)\d{6,7}$/;
const looksLikePhone = new RegExp(
  `${mobile.source}|${landline.source}|${mobileWithoutArea.source}|${freeCall.source}|^[2-5]\\d{7}$`,
);
const most = 15;
/** Ascending digits are counting, not a phone number. */
const ascendingDigits = '01234567890123456789';

/** Words that announce a phone number, with at most two words between. */
const announcement =
  /(?<![a-z\d])(?:z[a4]p[a-z]{0,6}|zipzop|whats[a-z]{0,6}|wpp|wts|tel|telefone|fone|cel|ligu?[ae]r?|contato|cham[ae]r?|add)(?![a-z])(?:[^a-z\d]{0,4}[a-z]{1,8}){0,2}[^a-z\d]{0,4}$/;
/** Words that announce another kind of number. */
const label =
  /(?<![a-z\d])(?:pedido|ordem|codigo|cod|id|uid|ref|referencia|sku|nf|nfe|nota|fiscal|protocolo|lote|modelo|mod|pn|part number|patrimonio|ticket|conta|agencia|versao|build|edicao|item|anuncio|cep|cartao|senha|pin)(?:[^a-z\d]{0,3}(?:de|do|da|e|eh|numero|num|nr|no|n|player|jogador|jogo|free|fire|conta|meu|cliente)){0,4}[^a-z\d]{0,3}$/;
/** Words that announce another kind of number with eleven digits or more. */
const longLabel =
  /(?<![a-z\d])(?:cpf|cnpj|rg|renavam|chassi|imei|ean|gtin|isbn|rastreio|rastreamento|serie|serial|sn|s\/n|barras|upc|eid|iccid|mac|boleto)(?:[^a-z\d]{0,3}(?:de|do|da|e|eh|numero|num|nr|no|n)){0,2}[^a-z\d]{0,3}$/;

/** What the text directly before a number announces. */
interface Announcement {
  announced: boolean;
  labelled: boolean;
  longLabelled: boolean;
}
const nothingSaid: Announcement = { announced: false, labelled: false, longLabelled: false };

/** The ranges of phone numbers in a normalized text, in digits, in words or both. */
export function phonesIn(text: string): Stretch[] {
  return runsOf(text)
    .filter((run) => run.length >= 3 || run.reduce((sum, { digits }) => sum + digits.length, 0) >= 8)
    .flatMap((run) => {
      const said = saidBefore(text.slice(Math.max(0, run[0]!.from - 40), run[0]!.from));
      return [...phonesOfRun(text, run, said), ...spellingsOfRun(run, said)];
    });
}

function saidBefore(ahead: string): Announcement {
  return {
    announced: announcement.test(ahead),
    labelled: label.test(ahead) || /(?:[a-z\d][-_./#]|#)$/.test(ahead),
    longLabelled: longLabel.test(ahead) || ahead.endsWith('#'),
  };
}

function phonesOfRun(text: string, run: Run, said: Announcement): Stretch[] {
  const found: Stretch[] = [];
  for (let first = 0; first < run.length; first++) {
    const last = lastOfPhone(text, run, first, first === 0 ? said : nothingSaid);
    if (last === null) continue;
    found.push([startOf(text, run[first]!.from), run[last]!.to]);
    first = last;
  }
  return found;
}

/** The last group of the longest phone that begins at a group. */
function lastOfPhone(text: string, run: Run, first: number, said: Announcement): number | null {
  let longest: number | null = null;
  let digits = '';
  const abroad = text.slice(Math.max(0, run[first]!.from - 2), run[first]!.from).includes('+');
  for (let last = first; last < run.length && digits.length < most; last++) {
    digits += run[last]!.digits;
    if (digits.length < 8 || digits.length > most) continue;
    if (said.announced || abroad || looksLikePhone.test(digits)) {
      if (isPhone(run, { first, last, digits, abroad }, said)) longest = last;
    }
  }
  return longest;
}

interface Candidate {
  first: number;
  last: number;
  digits: string;
  /** With a plus before it. */
  abroad: boolean;
}

function isPhone(run: Run, { first, last, digits, abroad }: Candidate, said: Announcement): boolean {
  const groups = run.slice(first, last + 1);
  if (isList(groups)) return false;
  if (said.announced) return digits.length <= 14;
  if (groups.length === digits.length && ascendingDigits.includes(digits)) return false;
  const whole = groups.length === 1;
  if (whole && said.longLabelled) return false;
  if (mobile.test(digits)) return !(groups[0]!.gluedBefore && groups.at(-1)!.gluedBehind);
  if (said.labelled || said.longLabelled || !standsAlone(run, first, last)) return false;
  if (abroad) return digits.length >= 10;
  if (freeCall.test(digits)) return whole || groups[0]!.digits.length === 4;
  return mobileWithoutArea.test(digits) || isLandline(groups, digits);
}

/** Whether groups are an enumeration («38, 39 e 40»); single digits or the grouping of a phone are not. */
function isList(groups: Run): boolean {
  if (groups.every(({ gap }, place) => place === 0 || gap !== 'list')) return false;
  if (groups.every(({ digits, spoken }) => digits.length === 1 || spoken)) return false;
  return !/(?:^| )5 4$|(?:^| )9$/.test(groups.map(({ digits }) => digits.length).join(' '));
}

/** Whether the groups are not part of a longer code: no character directly precedes or follows them. */
function standsAlone(run: Run, first: number, last: number): boolean {
  const tightBefore = first > 0 && run[first]!.gap === 'tight';
  return (
    !run[first]!.gluedBefore && !run[last]!.gluedBehind && !tightBefore && run[last + 1]?.gap !== 'tight'
  );
}

/** «(11) 3333-4444», «1133334444», «3333-4444»; two years or two round numbers are not a phone. */
function isLandline(groups: Run, digits: string): boolean {
  const shape = groups.map((group) => group.digits.length).join(' ');
  const [one = '', other = ''] = groups.slice(-2).map((group) => group.digits);
  if (isYear(one) && isYear(other)) return false;
  if (groups.some(({ gap }, place) => place > 0 && gap === 'list')) return false;
  if (landline.test(digits))
    return groups.length <= 5 ? /(?:4 4|8|1[0-4])$/.test(shape) : /^[1 ]+$/.test(shape);
  return (
    shape === '4 4' &&
    groups[1]!.gap === 'tight' &&
    /^[2-5]/.test(digits) &&
    !(isRound(one) && isRound(other))
  );
}

const isYear = (digits: string) => /^(?:19|20)\d\d$/.test(digits);
const isRound = (digits: string) => digits.endsWith('0');

/** Phone numbers spelt digit by digit, unlike a count: «onze nove oito sete …». */
function spellingsOfRun(run: Run, said: Announcement): Stretch[] {
  const found: Stretch[] = [];
  for (let first = 0; first < run.length; first++) {
    let last = first;
    while (run[first]!.spoken && run[last + 1]?.spoken) last++;
    if (isSpelling(run.slice(first, last + 1), first === 0 && said.announced))
      found.push([run[first]!.from, run[last]!.to]);
    first = last;
  }
  return found;
}

function isSpelling(groups: Run, announced: boolean): boolean {
  if (groups.length < 3) return false;
  const digits = groups.map((group) => group.digits).join('');
  if (ascendingDigits.includes(digits)) return false;
  if (groups.some(({ gap }, place) => place > 0 && gap === 'list')) return digits.length >= 8;
  return digits.length >= 5 || announced;
}

/** The signs that belong to a phone: «+55», «(11)». */
function startOf(text: string, from: number): number {
  let start = from;
  while (start > 0 && '(+'.includes(text[start - 1]!)) start--;
  return start;
}
