/** The part of Google Identity Services we call. */
export interface GoogleIdentity {
  accounts: {
    id: {
      initialize: (options: {
        client_id: string;
        nonce: string;
        callback: (answer: { credential: string }) => void;
        context: 'signin' | 'signup';
        ux_mode: 'popup';
        auto_select: false;
      }) => void;
      disableAutoSelect: () => void;
      renderButton: (parent: HTMLElement, options: Record<string, string>) => void;
    };
  };
}

declare global {
  interface Window {
    google?: GoogleIdentity;
  }
}

const patienceMs = 10_000;
const loading = new Map<string, Promise<GoogleIdentity>>();

/** Loads the provider's script once for the page. Refuses when it is blocked, silent or not what it should be. */
export function loadGoogle(url: string): Promise<GoogleIdentity> {
  const underway = loading.get(url) ?? load(url);
  loading.set(url, underway);
  underway.catch(() => loading.delete(url));
  return underway;
}

function load(url: string): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const refuse = () => {
      script.remove();
      reject(new Error('The sign-in script did not load.'));
    };
    const timer = setTimeout(refuse, patienceMs);
    script.async = true;
    script.addEventListener('error', refuse);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.google) resolve(window.google);
      else refuse();
    });
    script.src = url;
    document.head.append(script);
  });
}
