/** Tells whom a token of another service stands for. Contract: test/contracts/token-verifier.ts. */
export interface TokenVerifier {
  /**
   * Whom the token is for and until when; null where it is none, has expired or was not made for this service. Only
   * where nobody can tell it is the AppError `sign-in-unavailable`.
   */
  verify(token: string, signal: AbortSignal): Promise<VerifiedToken | null>;
  close(): Promise<void>;
}

export interface VerifiedToken {
  /** As the other service names its user. */
  subject: string;
  /** What people call the user, where the token says it. */
  name: string | null;
  /** Null where the token does not say. */
  expiresAt: Date | null;
}
