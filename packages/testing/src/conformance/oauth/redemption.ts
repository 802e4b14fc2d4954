import * as Schema from "effect/Schema"
import type { Fields, Target } from "../Change.js"
import { ok } from "../Expectation.js"
import type { Run } from "../Run.js"

/** A code with its verifier, if it has a challenge. */
export interface Code extends Target {
  readonly code: string
  readonly verifier?: string
}

/** How a code of each kind is made. */
export const codes = {
  S256: async ({ account, made }: Run): Promise<Code> => ({
    code: await made.codeS256(),
    verifier: account.VERIFIER_S256
  }),
  plain: async ({ account, made }: Run): Promise<Code> => ({
    code: await made.code({ code_challenge: account.VERIFIER_PLAIN, code_challenge_method: "plain" }),
    verifier: account.VERIFIER_PLAIN
  }),
  "no PKCE": async ({ made }: Run): Promise<Code> => ({ code: await made.code() })
} as const

/** The exchange of a code with the right verifier. `fields` are added or replaced. */
export const redeeming = ({ code, verifier }: Code, fields: Fields = {}): { readonly body: string } => ({
  body: JSON.stringify({ code, ...(verifier === undefined ? {} : { code_verifier: verifier }), ...fields })
})

/** The answer to an exchange: the new key, and its user. */
export const minted = ok({ key: /^[a-z]+_sk_[0-9A-Za-z]{49}$/, user_id: Schema.NullOr(Schema.String) })

export const Exchanged = Schema.Struct({ key: Schema.String })
