import { CodeExchange, createAuthorizationCode, exchangeCode, NewAuthorizationCode, UserId } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CallOptions, type Run, read } from "./Run.js"

const Issued = Schema.Struct({
  id: Schema.Redacted(Schema.String),
  created_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc
})
const Exchanged = Schema.Struct({ key: Schema.Redacted(Schema.String), user_id: Schema.NullOr(UserId) })

const readNew = read(NewAuthorizationCode)
const readExchange = read(CodeExchange)

/** The OAuth exchange of a code for a key, with PKCE (RFC 7636). */
export const oauth = (run: Run) => ({
  /** Issues a code after a user's consent. `id` is the code; it lives 10 minutes and works once. */
  createCode: (input: typeof NewAuthorizationCode.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readNew(input), createAuthorizationCode), Issued, options),
  /** Exchanges a code for a key, once. */
  exchangeCode: (input: typeof CodeExchange.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readExchange(input), exchangeCode), Exchanged, options)
})
