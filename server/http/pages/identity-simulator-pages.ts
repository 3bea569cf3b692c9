import type { SimulatedPerson } from '#server/adapters/oauth/simulator.ts';

const channel = 'praca-identity-simulator';

/**
 * Simulates the provider's script: the same interface as Google's, with a window of the simulator behind the button.
 */
export const clientScript = `(() => {
  const channel = new BroadcastChannel('${channel}');
  let settings = null;
  let waitingFor = '';
  channel.onmessage = ({ data }) => {
    if (!settings || data.state !== waitingFor) return;
    waitingFor = '';
    settings.callback({ credential: data.credential, select_by: 'btn' });
  };
  function choose() {
    if (!settings) return;
    waitingFor = crypto.randomUUID();
    const query = new URLSearchParams({ nonce: settings.nonce ?? '', state: waitingFor });
    window.open('/dev/oidc/choose?' + query, 'praca-identity-simulator', 'popup,width=440,height=680');
  }
  const words = { signup_with: 'Cadastrar-se com o Google', continue_with: 'Continuar com o Google' };
  function renderButton(parent, options = {}, onClick = () => {}) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = (words[options.text] ?? 'Fazer login com o Google') + ' (simulado)';
    Object.assign(button.style, { width: options.width ? parseInt(options.width, 10) + 'px' : '100%',
      maxWidth: '100%', minHeight: '44px', borderRadius: '8px', border: '1px solid #747775', background: '#fff',
      color: '#1f1f1f', font: '500 15px system-ui, sans-serif', cursor: 'pointer' });
    button.addEventListener('click', () => { onClick(); choose(); });
    parent.replaceChildren(button);
  }
  const id = {
    initialize: (given) => { settings = given; },
    renderButton,
    prompt: (listener) => listener?.({ isNotDisplayed: () => true, isSkippedMoment: () => false,
      isDismissedMoment: () => false, getNotDisplayedReason: () => 'suppressed_by_user',
      getMomentType: () => 'display' }),
    disableAutoSelect: () => {},
    cancel: () => {},
    revoke: (_hint, done) => done?.({ successful: true }),
  };
  window.google = { ...window.google, accounts: { ...window.google?.accounts, id } };
})();
`;

/** Sends the credential to the page that opened the window, and closes it. */
export const finishScript = `(() => {
  const { credential, state } = document.body.dataset;
  new BroadcastChannel('${channel}').postMessage({ credential, state });
  setTimeout(() => window.close(), 50);
})();
`;

/** The page on which the visitor chooses an account. */
export function choosePage(people: readonly SimulatedPerson[], nonce: string, state: string): string {
  const asked = `<input type="hidden" name="nonce" value="${escape(nonce)}">
    <input type="hidden" name="state" value="${escape(state)}">`;
  const buttons = people.map(
    ({ subject, name, email, emailVerified }) => `<form action="/dev/oidc/credential">${asked}
      <button name="person" value="${escape(subject)}"><strong>${escape(name)}</strong>
      ${escape(email)}${emailVerified ? '' : ' · e-mail não confirmado'}</button></form>`,
  );
  return page(
    'Escolha uma conta',
    '',
    `<h1>Escolha uma conta</h1>
    <p>Este provedor é de mentira: serve para experimentar a entrada da Praça.</p>
    ${buttons.join('')}
    <form action="/dev/oidc/credential">${asked}<h2>Outra pessoa</h2>
      <label>E-mail <input name="email" type="email" required maxlength="254" autocomplete="off"></label>
      <label>Domínio hospedado (opcional) <input name="hostedDomain" maxlength="100" autocomplete="off"></label>
      <label class="line"><input name="emailVerified" type="checkbox" value="1" checked> E-mail confirmado</label>
      <button>Continuar</button></form>`,
  );
}

/** The confirmation that is visible until the window closes. */
export function finishedPage(credential: string, state: string): string {
  const data = ` data-credential="${escape(credential)}" data-state="${escape(state)}"`;
  const script = '<script src="/dev/oidc/finish.js"></script>';
  return page('Pronto', data, `<h1>Pronto</h1><p>Você já pode fechar esta janela.</p>${script}`);
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:24px;max-width:400px;color:#1f1f1f;background:#fff}
h1{font-size:22px}h2{font-size:17px;margin:24px 0 8px}form{margin:0 0 12px}label{display:block;margin:0 0 12px}
input:not([type=checkbox]):not([type=hidden]){display:block;width:100%;box-sizing:border-box;min-height:44px;padding:0 12px;font:inherit}
button{width:100%;min-height:56px;padding:8px 16px;text-align:left;font:inherit;border:1px solid #747775;border-radius:8px;background:#fff;cursor:pointer}
button strong{display:block}`;

function page(title: string, bodyAttributes: string, body: string): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Provedor simulado</title>
<style>${style}</style></head><body${bodyAttributes}><main>${body}</main></body></html>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
