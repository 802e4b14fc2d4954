import { ok } from "../answers.js"
import type { Change } from "../Subject.js"
import type { State } from "../states.js"

/** A code: its kind, the state that creates one, and the placeholders of code and verifier. */
export interface Code {
  readonly kind: string
  readonly setup: ReadonlyArray<State>
  readonly code: string
  readonly verifier?: string
}

export const S256: Code = { kind: "S256", setup: ["code:S256"], code: "{CODE_S256}", verifier: "{VERIFIER_S256}" }
export const PLAIN: Code = { kind: "plain", setup: ["code:plain"], code: "{CODE_PLAIN}", verifier: "{VERIFIER_PLAIN}" }
export const NO_PKCE: Code = { kind: "no PKCE", setup: ["code:none"], code: "{CODE_NOPKCE}" }

/** The exchange of a code with the right verifier. `fields` are added or replaced. */
export const redeeming = (
  { code, verifier }: Code,
  fields: Readonly<Record<string, unknown>> = {}
): Change & { readonly body: string } => ({
  body: JSON.stringify({ code, ...(verifier === undefined ? {} : { code_verifier: verifier }), ...fields })
})

/** The answer to an exchange: the new key, and its user. */
export const minted = ok({
  key: { $matches: "^[a-z]+_sk_[0-9A-Za-z]{49}$" },
  user_id: { $nullOr: { $type: "string" } }
})
