import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ago } from "./ago.js"
import { input } from "./input.js"
import type { Verifiers } from "./secrets.js"

const HOUR = 3_600_000

/** Authorization codes in every state that a test may ask for. Each works once, and for ten minutes. */
export const codes = Effect.fnUntraced(function* (verifiers: Verifiers) {
  const issue = (fields: Partial<typeof Core.NewAuthorizationCode.Encoded>) =>
    input(Core.NewAuthorizationCode, { callback_url: "https://app.example/callback", ...fields }).pipe(
      Effect.flatMap(Core.createAuthorizationCode),
      Effect.map(({ id }) => Redacted.value(id))
    )
  const s256 = issue({ code_challenge: verifiers.challenge, user_id: "ada@northwind.example", limit: 5 })
  const plain = issue({ code_challenge: verifiers.plain, code_challenge_method: "plain" })
  const none = issue({})
  const used = Effect.gen(function* () {
    const code = yield* s256
    const exchange = yield* input(Core.AuthorizationCodeExchange, { code, code_verifier: verifiers.s256 })
    yield* Core.exchangeCode(exchange)
    return code
  })
  return { s256, plain, none, used, expired: ago(HOUR)(s256) }
})
