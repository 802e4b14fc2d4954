import { ByokCredential, createByokKey, getByokKey, NewByokCredential } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { type CallOptions, type Run, read } from "./Run.js"

const readNew = read(NewByokCredential)

/** Provider credentials that the account brings along (BYOK). Their secrets are sealed and never read back. */
export const byok = (run: Run) => ({
  /** Stores a credential, sealed. */
  create: (input: typeof NewByokCredential.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readNew(input), createByokKey), ByokCredential, options),
  /** Reads a credential, without its secret. */
  get: (id: string, options?: CallOptions) => run(getByokKey(id), ByokCredential, options)
})
