import type { DocumentAnswer, DocumentSubject, DocumentVerifier } from './document-verifier.ts';

export interface DatavalidSettings {
  /** The consumer key and secret of a contract with Serpro. */
  key: string;
  secret: string;
  /** Without a slash at the end. */
  baseUrl: string;
}

const timeoutMs = 15_000;
/** A token is renewed this long before its end. */
const tokenMarginMs = 60_000;
/** Serpro: from 0.93 on a face is very probably the same person's. */
const sureFace = 0.93;
const otherFace = 0.5;

/**
 * Serpro Datavalid v3 (https://apicenter.estaleiro.serpro.gov.br/documentacao/datavalid): OAuth client credentials, then
 * `pf-facial` with a selfie and `pf-basica` without. It gets CPF, name, birth date and selfie; the document itself stays
 * here.
 */
export function createDatavalid(settings: DatavalidSettings): DocumentVerifier {
  let token: { text: string; until: number } | null = null;

  async function bearer(): Promise<string> {
    if (token && token.until > Date.now()) return token.text;
    const credentials = Buffer.from(`${settings.key}:${settings.secret}`).toString('base64');
    const answer = await call(`${settings.baseUrl}/token`, {
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const { access_token: text, expires_in: seconds } = answer.content;
    if (answer.status !== 200 || typeof text !== 'string' || typeof seconds !== 'number')
      throw new Error(`documents: Datavalid gave no token, ${answer.status}`);
    token = { text, until: Date.now() + seconds * 1_000 - tokenMarginMs };
    return text;
  }

  return {
    name: 'datavalid',
    async verify(subject) {
      const way = subject.selfie ? 'pf-facial' : 'pf-basica';
      const { status, content } = await call(`${settings.baseUrl}/datavalid/v3/validate/${way}`, {
        headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
        body: JSON.stringify(questionOf(subject)),
      });
      // The token may have been revoked: the next try takes a new one.
      if (status === 401) token = null;
      if (status === 422) return 'unsure';
      if (status !== 200) throw new Error(`documents: Datavalid answered ${status}`);
      return readAnswer(content, subject.selfie !== null);
    },
  };
}

async function call(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ status: number; content: Record<string, unknown> }> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok && (typeof content !== 'object' || content === null || Array.isArray(content)))
    throw new Error('documents: Datavalid sent no object');
  return { status: answer.status, content: (content ?? {}) as Record<string, unknown> };
}

function questionOf({ cpf, fullName, bornOn, selfie }: DocumentSubject): object {
  return {
    key: { cpf },
    answer: {
      nome: fullName,
      data_nascimento: bornOn,
      ...(selfie && { biometria_face: { formato: 'JPG', base64: selfie.toString('base64') } }),
    },
  };
}

/** A name or date that differs is a mismatch, whatever the face says; what is missing leaves it unsure. */
function readAnswer(content: Record<string, unknown>, withFace: boolean): DocumentAnswer {
  const { cpf_disponivel: known, nome: name, data_nascimento: birth, biometria_face: face } = content;
  if (known === false || name === false || birth === false) return 'mismatch';
  const isSure = name === true && birth === true;
  if (!withFace) return isSure ? 'match' : 'unsure';
  const likeness = likenessOf(face);
  if (likeness === null) return 'unsure';
  if (likeness < otherFace) return 'mismatch';
  return isSure && likeness >= sureFace ? 'match' : 'unsure';
}

/** Between 0 and 1; null where the record has no face. */
function likenessOf(face: unknown): number | null {
  if (typeof face !== 'object' || face === null) return null;
  const { disponivel: known, similaridade: likeness } = face as Record<string, unknown>;
  return known === true && typeof likeness === 'number' && likeness >= 0 && likeness <= 1 ? likeness : null;
}
