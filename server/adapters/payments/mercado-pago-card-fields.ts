import { cardFieldsPage } from './card-fields-page.ts';
import type { CardFields } from './payment-provider.ts';

const body = `<div>
<div><span class="label" id="number-label">Número do cartão</span><div class="field" id="number"></div><span id="number-error" class="error" hidden>Confira o número do cartão.</span></div>
<p><label for="holder">Nome impresso no cartão</label><input id="holder" autocomplete="cc-name" aria-describedby="holder-error"><span id="holder-error" class="error" hidden>Escreva o nome como está no cartão.</span></p>
<p><label for="document">CPF do titular</label><input id="document" inputmode="numeric" autocomplete="off" aria-describedby="document-error"><span id="document-error" class="error" hidden>Escreva os 11 números do CPF.</span></p>
<div class="pair">
<div><span class="label">Validade</span><div class="field" id="expiry"></div></div>
<div><span class="label">Código de segurança</span><div class="field" id="code"></div></div>
</div><span id="card-error" class="error" role="alert" hidden>Confira os dados do cartão.</span></div>`;

const script = `
const mp = new MercadoPago(publicKey, { locale: 'pt-BR' });
const style = { color: getComputedStyle(document.documentElement).color, fontSize: '16px' };
const number = mp.fields.create('cardNumber', { placeholder: '1234 1234 1234 1234', style }).mount('number');
mp.fields.create('expirationDate', { placeholder: 'MM/AA', style }).mount('expiry');
mp.fields.create('securityCode', { placeholder: '123', style }).mount('code');
let brand = null;
number.on('binChange', async ({ bin }) => {
  brand = null;
  if (!bin) return;
  const { results } = await mp.getPaymentMethods({ bin });
  brand = results[0]?.id ?? null;
});
const show = (id, wrong) => { document.getElementById(id + '-error').hidden = !wrong; return wrong; };
praca.onAsked(async () => {
  const holder = document.getElementById('holder').value.trim();
  const document_ = document.getElementById('document').value.replace(/\\D/g, '');
  const wrong = [show('holder', holder.length < 3), show('document', document_.length !== 11), show('number', !brand)];
  if (wrong.includes(true)) return praca.fail();
  try {
    const card = await mp.fields.createCardToken({
      cardholderName: holder, identificationType: 'CPF', identificationNumber: document_,
    });
    show('card', false);
    praca.give(card.id, brand);
  } catch {
    show('card', true);
    praca.fail();
  }
});`;

/**
 * Mercado Pago's own fields (`mp.fields`): number, date and code are typed in its frames, which no page of the
 * marketplace can read.
 */
export function mercadoPagoCardFields(settings: { publicKey: string; sdkUrl: string }): CardFields {
  const sdk = new URL(settings.sdkUrl).origin;
  return cardFieldsPage({
    path: '/card-fields',
    title: 'Cartão',
    body,
    script: `const publicKey = ${JSON.stringify(settings.publicKey)};\n${script}`,
    head: `<script src="${settings.sdkUrl}"></script>`,
    sources: {
      script: `${sdk} https://http2.mlstatic.com`,
      frame: 'https://*.mercadopago.com https://*.mercadolibre.com',
      connect: 'https://*.mercadopago.com https://*.mercadolibre.com',
      image: 'https://http2.mlstatic.com',
    },
  });
}
