import type { AuthorizationCode, AuthorizationCodeExchange, ExchangedApiKey, NewAuthorizationCode } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** The OAuth exchange of an authorization code for an API key (RFC 6749, section 4.1), with PKCE (RFC 7636). */
export interface OAuth {
  /**
   * Issues an authorization code after a user's consent. It is valid for 10 minutes and can be used once.
   *
   * @throws {ChallengeRefused} if the code challenge is missing, or its method is not accepted.
   * @throws {ExpiryInThePast} if `expires_at` is not in the future.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {UserNotInOrganization} if `user_id` is not a member of the organization.
   * @throws {WorkspaceNotFound} if the organization has no workspace with `workspace_id`.
   * @example
   * const { id: code } = await account.oauth.createCode({
   *   callback_url: "https://app.example/callback",
   *   code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
   * })
   */
  createCode(input: NewAuthorizationCode, options?: CallOptions): Promise<AuthorizationCode>
  /**
   * Exchanges an authorization code for a new API key. A code can be exchanged once.
   *
   * @throws {CodeRefused} if the code is unknown, expired or used, or does not match the verifier. The error does not
   *   say which.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { key, user_id } = await account.oauth.exchangeCode({ code, code_verifier: verifier })
   */
  exchangeCode(input: AuthorizationCodeExchange, options?: CallOptions): Promise<ExchangedApiKey>
}

export const oauth = (transport: Transport): OAuth => {
  const { takes } = methodsOf(transport)
  return {
    createCode: takes("createAuthorizationCode"),
    exchangeCode: takes("exchangeCode")
  }
}
