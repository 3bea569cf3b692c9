import { readFileSync } from 'node:fs';
import type { FcmSettings } from '#server/adapters/push/fcm.ts';
import type { SettingsReader } from './environment.ts';

/** Firebase as the operator configured it: the server's account, and the public values for browsers. */
export interface FcmConfig extends Omit<FcmSettings, 'publicUrl'> {
  vapidKey: string;
  web: { apiKey: string; projectId: string; messagingSenderId: string; appId: string };
}

/**
 * `FCM_SERVICE_ACCOUNT` (the path of the key file, or its content) enables Firebase and requires the other settings.
 */
export function readFcm(read: SettingsReader, faults: string[]): FcmConfig | null {
  const given = read.text('FCM_SERVICE_ACCOUNT');
  if (given === null) return null;
  const account = readAccount(given);
  if (!account) {
    faults.push('FCM_SERVICE_ACCOUNT: não é o arquivo JSON de uma conta de serviço do Google.');
    return null;
  }
  const required = (name: string) => {
    const value = read.text(name);
    if (value === null) faults.push(`${name}: é obrigatória com FCM_SERVICE_ACCOUNT.`);
    return value ?? '';
  };
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey, token_uri } = account;
  const baseUrl = read.url('FCM_BASE_URL', ['https:', 'http:']) ?? 'https://fcm.googleapis.com';
  return {
    projectId,
    clientEmail,
    privateKey,
    tokenUri: token_uri ?? 'https://oauth2.googleapis.com/token',
    baseUrl: baseUrl.replace(/\/+$/, ''),
    vapidKey: required('FCM_VAPID_KEY'),
    web: {
      apiKey: required('FCM_API_KEY'),
      projectId,
      messagingSenderId: required('FCM_SENDER_ID'),
      appId: required('FCM_APP_ID'),
    },
  };
}

interface ServiceAccount {
  project_id: string;
  client_email: string;
  private_key: string;
  token_uri?: string;
}

function readAccount(given: string): ServiceAccount | null {
  try {
    const text = given.startsWith('{') ? given : readFileSync(given, 'utf8');
    const account = JSON.parse(text) as Partial<ServiceAccount>;
    const { project_id, client_email, private_key } = account;
    return project_id && client_email && private_key
      ? { ...account, project_id, client_email, private_key }
      : null;
  } catch {
    return null;
  }
}
