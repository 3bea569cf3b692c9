/** The used part of Google Identity Services. */
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

const timeoutMs = 10_000;
const loading = new Map<string, Promise<GoogleIdentity>>();

/** Loads the provider's script once per page. Rejects when it is blocked, times out or lacks its API. */
export function loadGoogle(url: string): Promise<GoogleIdentity> {
  const pending = loading.get(url) ?? load(url);
  loading.set(url, pending);
  pending.catch(() => loading.delete(url));
  return pending;
}

function load(url: string): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The sign-in script did not load.'));
    };
    const timer = setTimeout(fail, timeoutMs);
    script.async = true;
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.google) resolve(window.google);
      else fail();
    });
    script.src = url;
    document.head.append(script);
  });
}
