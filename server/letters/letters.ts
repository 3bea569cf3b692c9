import { defaultLetterRules, fillWording, valuesToPlaceholders } from '#domain/settings/letters.ts';
import type { LetterName, LetterRules, LetterValues, LetterWording } from '#domain/settings/letters.ts';
import { brandColors, brandName } from '#server/settings/current/brand.ts';
import type { Mail } from '#server/adapters/mail/mail-sender.ts';

/** The name of a letter and the values of its placeholders, which an operator's wording may use. */
export type NamedLetter = { [L in LetterName]: { name: L; values: LetterValues<L> } }[LetterName];

/** The content of an e-mail, from which both its text and its HTML are rendered. None of it may be HTML. */
export type LetterParts = NamedLetter & Content;

interface Content {
  to: string;
  subject: string;
  heading: string;
  /** Empty ones are left out. */
  paragraphs: readonly string[];
  /** The only link of the letter. It begins with the configured origin, never with the request's Host (T41). */
  button?: { label: string; url: string };
  /** A six-digit code to type. */
  code?: string;
  /** What to do if the recipient did not cause this. */
  note?: string;
  /** Why the recipient gets the letter; by default because of their account. */
  reason?: string;
}

const defaultReason = () =>
  `Você recebe esta mensagem porque este e-mail foi usado em uma conta da ${brandName}.`;

let wordings = defaultLetterRules;

/** Sets the operator's wordings from the current rules (`currentRules`). */
export function setWordings(letters: LetterRules): void {
  wordings = letters;
}

/**
 * The letter with the operator's wording, where there is one. A letter that an older version queued under a removed
 * name keeps its own wording.
 */
export function applyWording(
  given: LetterParts,
  own: LetterWording | undefined = wordings[given.name],
): LetterParts {
  return own ? { ...given, ...fillWording(own, given, placeholderValues(given)) } : given;
}

/** The platform's own wording of a letter, with placeholders for its values. */
export function defaultWording(given: LetterParts): LetterWording {
  return valuesToPlaceholders(given, placeholderValues(given));
}

function placeholderValues({ values }: LetterParts): Record<string, string> {
  return { ...values, marca: brandName };
}

/** Renders a letter as plain text and HTML, with all values from people escaped. */
export function renderLetter(given: LetterParts): Mail {
  const parts = applyWording(given);
  const { to, button } = parts;
  // A line break in a subject would start another header.
  const subject = parts.subject.replaceAll(/[\r\n]+/g, ' ');
  return {
    to,
    subject,
    text: renderText(parts),
    html: renderHtml({ ...parts, subject }),
    ...(button && { url: button.url }),
  };
}

function renderText({ heading, paragraphs, button, code, note, reason = defaultReason() }: Content): string {
  const blocks = [
    heading,
    ...paragraphs,
    code && `Código: ${code}`,
    button && `${button.label}:\n${button.url}`,
    note,
    `-- \n${brandName}\n${reason}`,
  ];
  return blocks.filter(Boolean).join('\n\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);
}

/** The colours of `web/ui/styles/tokens.css`, in the only notation that every mail client supports. */
const lightColors = {
  page: '#fbfaf7',
  surface: '#ffffff',
  border: '#e2dfda',
  ink: '#141a23',
  soft: '#474d58',
  faint: '#626871',
};

const darkColors: typeof lightColors = {
  page: '#0b0e14',
  surface: '#14171e',
  border: '#2e333c',
  ink: '#f5f3f0',
  soft: '#c1c4cb',
  faint: '#9a9fa7',
};

/**
 * Light colours are in the attributes, which every client supports; dark ones override them where style sheets work.
 */
function darkStyles(): string {
  const { brand, on, soft } = brandColors('dark');
  return `@media (prefers-color-scheme: dark) {
  .page { background: ${darkColors.page} !important; }
  .card { background: ${darkColors.surface} !important; border-color: ${darkColors.border} !important; }
  .ink { color: ${darkColors.ink} !important; }
  .soft { color: ${darkColors.soft} !important; }
  .faint { color: ${darkColors.faint} !important; }
  .brand { color: ${brand} !important; }
  .button { background: ${brand} !important; color: ${on} !important; }
  .code { background: ${soft} !important; color: ${darkColors.ink} !important; }
}`;
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function renderHtml(parts: Content): string {
  const { subject, heading, paragraphs, button, code, note, reason = defaultReason() } = parts;
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:32px;color:${lightColors.ink}">${escape(heading)}</h1>`,
    ...paragraphs.filter(Boolean).map((words) => paragraph(words)),
    code ? codeBox(code) : '',
    button ? buttonBox(button) : '',
    note ? paragraph(note, 'faint', 14) : '',
  ].join('\n');
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${darkStyles()}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${lightColors.page};${font}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${lightColors.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td class="brand" style="padding:0 4px 16px;font-size:20px;font-weight:700;color:${brandColors('light').brand}">${escape(brandName)}</td></tr>
<tr><td class="card" style="padding:32px 24px;background:${lightColors.surface};border:1px solid ${lightColors.border};border-radius:16px">
${body}
</td></tr>
<tr><td style="padding:16px 4px">${paragraph(reason, 'faint', 13)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(words: string, tone: 'soft' | 'faint' = 'soft', size = 16): string {
  return `<p class="${tone}" style="margin:0 0 16px;font-size:${size}px;line-height:1.5;color:${lightColors[tone]};overflow-wrap:anywhere">${escape(words)}</p>`;
}

function codeBox(code: string): string {
  return `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:12px;background:${brandColors('light').soft};color:${lightColors.ink};font-size:32px;font-weight:700;letter-spacing:8px;text-align:center">${escape(code)}</p>`;
}

/** The full address follows below, for clients that show no links and people who check an address first. */
function buttonBox({ label, url }: { label: string; url: string }): string {
  const { brand, on } = brandColors('light');
  return `<p style="margin:8px 0 16px"><a class="button" href="${escape(url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${brand};color:${on};font-size:16px;font-weight:600;text-decoration:none">${escape(label)}</a></p>
${paragraph(`Se o botão não abrir, copie este endereço: ${url}`, 'faint', 13)}`;
}
