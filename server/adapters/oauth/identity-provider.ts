/** The provider's statements about a person, after its ID token was verified. */
export interface ProvidedIdentity {
  /** Issuer and subject together identify a person; nothing else does. */
  issuer: string;
  subject: string;
  /** Lower case. */
  email: string;
  /** Whether the provider says that the person once confirmed the address. */
  emailVerified: boolean;
  /** Whether the provider runs the mailbox itself, so that the address belongs to the person now. */
  emailAuthoritative: boolean;
}

/** Content-Security-Policy sources for a page with the provider's script. */
export interface PageSources {
  script: string;
  frame: string;
  connect: string;
  style: string;
}

/** Sign-in with an external account (OpenID Connect). A new provider is one file that implements this interface. */
export interface IdentityProvider {
  slug: 'google';
  /** The name on the button. */
  name: string;
  /** The issuer under which its people are stored. */
  issuer: string;
  clientId: string;
  scriptUrl: string;
  pageSources: PageSources | null;
  /** Fetches the signing keys; throws when they are unavailable. */
  check(): Promise<void>;
  /**
   * Verifies an ID token: signature, issuer, audience, time, and its nonce with `nonceMatches`, which is called last
   * and may consume the nonce.
   * @throws identity_invalid for any fault of the token; unavailable when the keys cannot be fetched
   */
  verify(
    credential: string,
    check: { nonceMatches: (nonce: string) => Promise<boolean> },
  ): Promise<ProvidedIdentity>;
}
