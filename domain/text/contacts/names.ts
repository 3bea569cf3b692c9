import type { Stretch } from './phones.ts';

const local = String.raw`(?<![a-z\d._%+-])[a-z\d._%+-]{1,64}`;
const providers = '(?:gmail|hotmail|outlook|yahoo|ymail|icloud|protonmail|proton|live|bol|uol|terra|msn)';
const at = String.raw`(?: ?@ ?| ?[([{<*_-]{1,2} ?(?:at|arroba|a) ?[)\]}>*_-]{1,2} ?| arr?[o0]ba )`;
const dot = String.raw`(?:\.| \. ?|\. | ?[([{<]? ?\b(?:ponto|dot|pto)\b ?[)\]}>]? ?| ?[([{<]\.[)\]}>] ?)`;
const network =
  '(?:insta(?:gram)?|ig|face(?:book)?|fb|telegram|tele|tg|discord|dc|tik ?tok|twitter|kwai|skype|signal|snap|linkedin|youtube|threads|e-?mail|gmail|hotmail|outlook|zap|whats\\w{0,4}|pix)';
const shown =
  '(?:zap+|zapzap|zipzop|z4p|z@p|w(?:h|r)?ats\\w{0,6}|wh4ts\\w{0,6}|uats\\w{0,4}|wpp|wp|wts|insta\\w{0,5}|ig|telegram|tele|tg|discord|dc|dm|direct|inbox|pv|privado|face(?:book)?|messenger|signal|skype|verdinho|azulzinho|telefone|fone|celular|cel)';

const patterns: readonly RegExp[] = [
  new RegExp(`${local}${at}${providers}(?:${dot}(?:com|net|br|me)\\b){0,2}(?![a-z\\d@])`, 'g'),
  new RegExp(`${local}${at}[a-z\\d-]{1,63}(?:\\.[a-z\\d-]{1,63}){1,4}`, 'g'),
  new RegExp(`${local}${at}[a-z\\d-]{1,63}(?:${dot}(?:com|net|org|br|io|dev|app)\\b){1,2}`, 'g'),
  /(?<![a-z\d])@(?:[a-z\d_.]{3,30}| [a-z]{1,20}[_.\d][a-z\d_.]{1,20})/g,
  // «meu insta é joao.silva», «discord: fulano_gg», «segue no ig loja2020»: a name with a dot, a line or digits in it.
  new RegExp(
    `(?<![a-z\\d])(?:${network}|segue|procura|busca|acha)[ :=>-]{1,4}(?:(?:e|eh|la|como|por|no|do|da|de|o|meu|arroba|user) ){0,3}(?:[a-z][a-z\\d]{0,29}(?:[_.][a-z\\d]{1,30}){1,4}_{0,2}|[a-z]{3,20}_|_[a-z\\d_.]{3,30}|[a-z]{3,20}\\d{2,6})(?![a-z\\d])`,
    'g',
  ),
  // «meu insta é fulano», «insta: fulano»: any name after an unambiguous phrase.
  new RegExp(
    `(?<![a-z\\d])(?:(?:meu|nosso|no) (?:insta(?:gram)?|ig|telegram|tg|discord|face(?:book)?|tik ?tok|twitter|skype) ?(?:e|eh|:|=|-)|(?:insta|ig|tg|zap|wpp) ?[:=]) ?(?!(?:o|a|um|uma|de|do|esse|este|bem|muito|mais|novo|antigo|bom|verificado|privado|aberto|publico|comercial|profissional|pessoal|meu|sim|nao|com|sem|ele|ela|que|so)(?![a-z\\d]))[a-z][a-z\\d._]{3,29}`,
    'g',
  ),
  // «procure loja_do_ze no insta».
  /(?<![a-z\d._])[a-z][a-z\d]{0,29}[_.][a-z\d_.]{1,30} (?:la )?(?:no|do) (?:insta(?:gram)?|ig|face(?:book)?|telegram|discord|tik ?tok)(?![a-z\d])/g,
  new RegExp(
    `(?<![a-z\\d])(?:insta(?:gram)?|ig|face|tik ?tok|twitter|telegram|discord)[ :]{1,3}(?:(?:e|eh|la) )?arroba ?[a-z\\d_.]{3,30}`,
    'g',
  ),
];

/** Invitations to another platform that name no address: «me chama no zap». */
const invitations: readonly RegExp[] = [
  new RegExp(
    `(?<![a-z\\d])(?:(?:me |te )?(?:add?|adiciona|procura|passa|manda|da|cham[aeo]r?)|cham[ae]-me|add|adiciona|fal[aeo]r?|falamos|falando|conversamos|conversar|conversa|negocia(?:r|mos)?|negociamos|combina(?:r|mos)?|resolve(?:r|mos)?|fecha(?:r|mos)?|manda(?:r)?|mande|responde|respondo|atendo|envio|entra em contato|contato|bora|partiu|vamos|vem|corre|segue|passa|passo|deixa|mandar|procura|seguir|siga)(?: (?:me|eu|comigo|la|aqui|ai|direto|so|um oi|oi|mensagem|msg|seu|teu|o|isso|tudo|ele|melhor|rapidinho)){0,3} (?:no|pelo|via|por|meu|seu|teu|o|pro|na|la no|um|o meu|o seu|o teu|no meu|no seu|pelo meu) ?${shown}(?![a-z\\d])`,
    'g',
  ),
  new RegExp(`(?<![a-z\\d])(?:me add|add|adiciona|chama) ${shown}(?![a-z\\d])`, 'g'),
  /(?<![a-z\d])(?:(?:qual|passa|manda|tem|meu|seu|teu|me da|deixa)(?: e| eh)?(?: o)?(?: seu| teu| meu)?) (?:zap+|zapzap|zipzop|z4p|z@p|wpp|wts|whats)(?![a-z\d])/g,
  /(?<![a-z\d])(?:qual|passa|manda|meu|seu|teu|me da|deixa|(?:vc|voce|ce|tu) tem)(?: e| eh)?(?: o)?(?: seu| teu| meu)? (?:whatsapp|watsapp)(?![a-z\d])/g,
];

/** The ranges of e-mails, names in social networks and invitations to them in a normalized text. */
export function namesIn(text: string): Stretch[] {
  return [...patterns, ...invitations].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Stretch => [index, index + trimmedLength(found)]),
  );
}

/** The length without a trailing full stop, which belongs to the sentence. */
function trimmedLength(found: string): number {
  let { length } = found;
  while (length > 0 && '. '.includes(found[length - 1]!)) length--;
  return length;
}
