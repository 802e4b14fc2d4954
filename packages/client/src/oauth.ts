import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { CallOptions, Transport } from "./Transport.js"

/** What a user has consented to: where the code goes, what it proves (RFC 7636), and the key that it buys. */
export interface NewAuthorizationCode extends Schema.Encoded<typeof Core.NewAuthorizationCode> {}
/** A code as it is issued; `id` is the code itself, which is shown in this answer and never again. */
export interface AuthorizationCode extends Schema.Encoded<typeof Core.AuthorizationCode> {}
/** What redeems a code: the code, and the verifier where it has a challenge. */
export interface AuthorizationCodeExchange extends Schema.Encoded<typeof Core.AuthorizationCodeExchange> {}
/** What a code bought: a key, and the user that it is for. */
export interface ExchangedApiKey extends Schema.Encoded<typeof Core.ExchangedApiKey> {}

/** The OAuth exchange of a code for a key (RFC 6749, section 4.1), with PKCE (RFC 7636). */
export interface OAuth {
  /**
   * Issues a code after a user's consent; it lives 10 minutes and works once. Rejects with `ChallengeRefused`,
   * `ExpiryInThePast`, `UserNotInOrganization` or `WorkspaceNotFound`.
   */
  createCode(input: NewAuthorizationCode, options?: CallOptions): Promise<AuthorizationCode>
  /** Exchanges a code for a key, once. Rejects with `CodeRefused`, whatever the reason. */
  exchangeCode(input: AuthorizationCodeExchange, options?: CallOptions): Promise<ExchangedApiKey>
}

export const oauth = <R>({ call, client }: Transport<R>): OAuth => ({
  createCode: (input, options) =>
    call(
      Core.NewAuthorizationCode,
      input,
      (payload) => client.oauth.createAuthorizationCode({ payload }),
      Core.AuthorizationCode,
      options
    ),
  exchangeCode: (input, options) =>
    call(
      Core.AuthorizationCodeExchange,
      input,
      (payload) => client.oauth.exchangeCode({ payload }),
      Core.ExchangedApiKey,
      options
    )
})
