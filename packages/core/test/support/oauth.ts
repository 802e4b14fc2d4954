import {
  type AuthorizationCodeExchange,
  addOrganizationMember,
  createAuthorizationCode,
  exchangeCode,
  type NewAuthorizationCode
} from "@tollgate/core"
import { aMember, anAuthorizationCode, anExchange, pkce } from "@tollgate/testing/accounts"
import { Effect, Redacted } from "effect"
import { openAccount } from "./account.js"

export const { challenge, verifier } = pkce
export const wrong = "x".repeat(43)

/** An account with a code, and how to exchange it with whatever proof. */
export const issueCode = Effect.fnUntraced(function* (input: Partial<typeof NewAuthorizationCode.Encoded> = {}) {
  const account = yield* openAccount()
  if (input.user_id) yield* account.asManager(addOrganizationMember(aMember(input.user_id)))
  const issued = yield* account.asManager(createAuthorizationCode(anAuthorizationCode(input)))
  const code = Redacted.value(issued.id)
  const proof = (rest: Partial<typeof AuthorizationCodeExchange.Encoded> = {}) => anExchange({ code, ...rest })
  const exchange = (rest: Partial<typeof AuthorizationCodeExchange.Encoded> = {}) =>
    account.asManager(exchangeCode(proof(rest)))
  return { ...account, issued, code, proof, exchange }
})
