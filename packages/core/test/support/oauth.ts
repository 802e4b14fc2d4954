import { CodeExchange, createAuthorizationCode, exchangeCode, NewAuthorizationCode } from "@tollgate/core"
import { Effect, Redacted } from "effect"
import { openAccount, read } from "./account.js"

/** The verifier and its S256 challenge of RFC 7636, appendix B. */
export const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
export const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
export const wrong = "x".repeat(43)

export const newCode = (input: Partial<typeof NewAuthorizationCode.Encoded> = {}) =>
  read(NewAuthorizationCode)({ callback_url: "https://app.example/callback", ...input })

/** An account with a code, and how to exchange it with whatever proof. */
export const issueCode = Effect.fnUntraced(function* (input: Partial<typeof NewAuthorizationCode.Encoded> = {}) {
  const account = yield* openAccount()
  const issued = yield* account.asManager(createAuthorizationCode(newCode(input)))
  const code = Redacted.value(issued.id)
  const proof = (rest: Partial<typeof CodeExchange.Encoded> = {}) => read(CodeExchange)({ code, ...rest })
  const exchange = (rest: Partial<typeof CodeExchange.Encoded> = {}) => account.asManager(exchangeCode(proof(rest)))
  return { ...account, issued, code, proof, exchange }
})
