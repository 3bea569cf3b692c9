import { declineReasons } from '#domain/payments/payments.ts';
import type { DeclineReason } from '#domain/payments/payments.ts';
import { refusal } from './failures.ts';
import { cardFieldsPage } from './card-fields-page.ts';
import type { CardFields } from './payment-provider.ts';

/** The outcomes of test card numbers; every other valid number is approved. */
const outcomes: Record<string, string> = {
  '4000000000000002': 'insufficient_funds',
  '4000000000000127': 'wrong_card_data',
  '4000000000000069': 'call_issuer',
  '4000000000009995': 'high_risk',
  '4000000000003063': 'review',
};

interface TestToken {
  outcome: 'approved' | 'declined' | 'in_review';
  reason: DeclineReason | null;
  brand: string;
  last4: string;
}

/** Reads a token of the simulated fields. @throws a refusal for anything else */
export function readTestToken(token: string | null): TestToken {
  const match = /^tok-(approved|review|[a-z_]+)-(visa|master|elo|card)-(\d{4})-[a-z0-9]{8,32}$/.exec(
    token ?? '',
  );
  if (!match) throw refusal('simulator', 400, 'invalid token', 'wrong_card_data');
  const [, given, brand, last4] = match as unknown as [string, string, string, string];
  if (given === 'approved') return { outcome: 'approved', reason: null, brand, last4 };
  if (given === 'review') return { outcome: 'in_review', reason: null, brand, last4 };
  const reason = declineReasons.find((known) => known === given);
  if (!reason) throw refusal('simulator', 400, 'invalid token', 'wrong_card_data');
  return { outcome: 'declined', reason, brand, last4 };
}

const script = `
const outcomes = ${JSON.stringify(outcomes)};
const form = document.querySelector('form');
const digits = (name) => form.elements[name].value.replace(/\\D/g, '');

function isNumber(number) {
  if (number.length < 13) return false;
  let sum = 0;
  [...number].reverse().forEach((digit, at) => {
    const product = Number(digit) * (at % 2 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  });
  return sum % 10 === 0;
}

function isValid() {
  const [month, year] = form.elements.expiry.value.split('/').map(Number);
  const checks = {
    number: isNumber(digits('number')),
    holder: form.elements.holder.value.trim().length >= 3,
    expiry: month >= 1 && month <= 12 && new Date(2000 + year, month) > new Date(),
    code: /^\\d{3,4}$/.test(form.elements.code.value),
  };
  for (const [name, ok] of Object.entries(checks)) {
    form.elements[name].setAttribute('aria-invalid', String(!ok));
    document.getElementById(name + '-error').hidden = ok;
  }
  const wrong = Object.keys(checks).find((name) => !checks[name]);
  if (wrong) form.elements[wrong].focus();
  return !wrong;
}

form.elements.number.addEventListener('input', ({ target }) => {
  target.value = target.value.replace(/\\D/g, '').slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ');
});
form.elements.expiry.addEventListener('input', ({ target }) => {
  const typed = target.value.replace(/\\D/g, '').slice(0, 4);
  target.value = typed.length > 2 ? typed.slice(0, 2) + '/' + typed.slice(2) : typed;
});

praca.onAsked(() => {
  if (!isValid()) return praca.fail();
  const number = digits('number');
  const brand = { 4: 'visa', 5: 'master', 6: 'elo' }[number[0]] ?? 'card';
  const chance = crypto.getRandomValues(new Uint32Array(2)).join('').slice(0, 16).padStart(8, '0');
  praca.give(['tok', outcomes[number] ?? 'approved', brand, number.slice(-4), chance].join('-'), brand);
  form.reset();
});
form.addEventListener('submit', (event) => { event.preventDefault(); praca.enter(); });
`;

const field = (name: string, label: string, autocomplete: string, error: string, more = '') =>
  `<p><label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="${autocomplete}" ${more} aria-describedby="${name}-error"><span id="${name}-error" class="error" hidden>${error}</span></p>`;

const body = `<form novalidate>
${field('number', 'Número do cartão', 'cc-number', 'Confira o número do cartão.', 'inputmode="numeric"')}
${field('holder', 'Nome impresso no cartão', 'cc-name', 'Escreva o nome como está no cartão.')}
<div class="pair">
${field('expiry', 'Validade', 'cc-exp', 'Confira a validade.', 'inputmode="numeric" placeholder="MM/AA"')}
${field('code', 'Código de segurança', 'cc-csc', 'São 3 ou 4 números.', 'inputmode="numeric" maxlength="4"')}
</div>
<button hidden></button></form>`;

/** The simulated bank's card fields: the number becomes a token in the browser and is not sent. */
export const simulatorCardFields: CardFields = cardFieldsPage({
  path: '/dev/card-fields',
  title: 'Cartão no banco simulado',
  body,
  script,
});
