import type { ByokCredential, CallOptions } from "@tollgate/client"
import type { Run } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { actAs, manage } from "./actAs.js"

/** What a credential is wanted for, and by whom. What is not stated is on no allowlist; without `workspaceId`, the default workspace. */
export type CredentialUse = typeof Core.CredentialUse.Encoded

/** A provider credential as it is shown, and the way to its secret. */
export interface UsableCredential extends ByokCredential {
  /**
   * Unseals the secret, each time anew; `Redacted.value` reads it, and nothing prints it. Rejects with `StorageFailure` where it
   * was sealed with another master key, or is damaged.
   */
  open(options?: CallOptions): Promise<Redacted.Redacted>
}

/** Provider credentials to be used, which is their host's right alone: no key and no endpoint leads to a secret. */
export interface Credentials {
  /**
   * The credentials that a provider may be asked with, in the order to try them: enabled ones of the workspace whose allowlists let
   * the use through, and the fallbacks behind the others. Rejects with `InvalidInput`, `OrganizationNotFound` or `StorageFailure`.
   */
  forProvider(
    provider: ByokCredential["provider"],
    use?: CredentialUse,
    options?: CallOptions
  ): Promise<ReadonlyArray<UsableCredential>>
}

const Input = Schema.Struct({ provider: Core.Provider, use: Core.CredentialUse })

export const credentials = (
  host: Effect.Effect<Core.Principal, Core.OrganizationNotFound | Core.StorageFailure, Core.Services>,
  run: Run<Core.Services>
): Credentials => {
  const plain = (credential: Core.UsableCredential) =>
    Effect.map(
      Core.Codec.encode(Core.ByokCredential, credential),
      (shown): UsableCredential => ({ ...shown, open: (options) => run(credential.open, options) })
    )
  return {
    forProvider: (provider, use = {}, options) =>
      run(
        Effect.gen(function* () {
          const input = yield* Either.mapLeft(
            Core.Codec.decode(Input, { provider, use }),
            Core.InvalidInput.fromParseError
          )
          const found = manage(Core.credentialsForProvider(input.provider, input.use))
          return yield* Effect.forEach(yield* actAs(yield* host, found), plain)
        }),
        options
      )
  }
}
