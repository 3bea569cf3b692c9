/** What a provider says about a person, after everything in its ID token was checked. */
export interface ProvidedIdentity {
  /** Who vouches, and for whom: together the only key of a person. */
  issuer: string;
  subject: string;
  /** In small letters. */
  email: string;
  /** The provider says that the person proved the address at some time. */
  emailVerified: boolean;
  /** The provider answers for the mailbox itself, so the address is the person's now. */
  emailAuthoritative: boolean;
}

/** What a page that loads the provider's script must be allowed to fetch; nothing where everything is our own. */
export interface PageSources {
  script: string;
  frame: string;
  connect: string;
  style: string;
}

/** One way of signing in with an account elsewhere (OpenID Connect). A new provider is one file that makes one. */
export interface IdentityProvider {
  slug: 'google';
  /** As people read it on the button. */
  name: string;
  /** Under which its people are kept. */
  issuer: string;
  clientId: string;
  scriptUrl: string;
  pageSources: PageSources | null;
  /** Fetches the keys of its signatures; throws when they can't be had. */
  check(): Promise<void>;
  /**
   * Checks an ID token: signature, issuer, audience, time, and that `nonceMatches` knows its nonce, which is asked
   * last and may use it up.
   * @throws identity_invalid for whatever is wrong with the token; unavailable when the keys can't be fetched
   */
  verify(
    credential: string,
    check: { nonceMatches: (nonce: string) => Promise<boolean> },
  ): Promise<ProvidedIdentity>;
}
