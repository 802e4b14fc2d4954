import { ApiKey, createKey, KeyPatch, NewKey, recordUsage, UsageInput, updateKey } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CallOptions, type Run, read } from "./Run.js"

const Minted = Schema.Struct({ data: ApiKey, key: Schema.Redacted(Schema.String) })

const readNew = read(NewKey)
const readPatch = read(KeyPatch)
const readUsage = read(UsageInput)

/** API keys. Limits and usage are US dollars. */
export const keys = (run: Run) => ({
  /** Creates a key. `key` is the secret, shown here and never again. */
  create: (input: typeof NewKey.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readNew(input), createKey), Minted, options),
  /** Changes a key: an absent field is left alone, `null` clears. */
  update: (hash: string, patch: typeof KeyPatch.Encoded, options?: CallOptions) =>
    run(
      Effect.flatMap(readPatch(patch), (patch) => updateKey(hash, patch)),
      ApiKey,
      options
    ),
  /** Counts what a key has spent. */
  recordUsage: (hash: string, usage: typeof UsageInput.Encoded, options?: CallOptions) =>
    run(
      Effect.flatMap(readUsage(usage), (usage) => recordUsage(hash, usage)),
      ApiKey,
      options
    )
})
