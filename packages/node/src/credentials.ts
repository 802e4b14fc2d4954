import type { ByokCredential, CallOptions, Provider } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { CredentialUse } from "#models"
import { actAs, manage, principalCallers } from "./actAs.js"
import type { Run } from "./CallScope.js"

/** A provider credential, and the method that decrypts its secret. */
export interface UsableCredential extends ByokCredential {
  /**
   * Decrypts the secret. Nothing prints the result; `Redacted.value` returns it.
   *
   * @throws {StorageFailure} if the secret was encrypted with another master key or is damaged.
   * @example
   * import { Redacted } from "@tollgate/node"
   *
   * const [credential] = await host.credentials.forProvider("openai")
   * const secret = credential && Redacted.value(await credential.open())
   */
  open(options?: CallOptions): Promise<Redacted.Redacted>
}

/** Provider credentials to use for requests. Only the host has them: no API key gives access to them without a hold. */
export interface Credentials {
  /**
   * Returns the credentials that may be used for a request to a provider, in the order to try them: enabled, of the workspace,
   * with allowlists that permit the request. Fallbacks come last.
   *
   * @throws {InvalidInput} if `provider` or `use` is invalid; its `issues` name each field.
   * @throws {OrganizationNotFound} if there is no organization with the id given to `asOrganization`.
   * @example
   * const credentials = await host.credentials.forProvider("openai", { model: "gpt-5", keyHash: hash })
   */
  forProvider(provider: Provider, use?: CredentialUse, options?: CallOptions): Promise<ReadonlyArray<UsableCredential>>
}

const Input = Schema.Struct({ provider: Core.Provider, use: Core.CredentialUse })

export const credentials = (
  host: Effect.Effect<Core.Principal, Core.OrganizationNotFound | Core.StorageFailure, Core.Services>,
  run: Run<Core.Services>
): Credentials => {
  const plain = (credential: Core.UsableCredential) =>
    Effect.map(
      Codec.encode(Core.ByokCredential, credential),
      (shown): UsableCredential => ({ ...shown, open: (options) => run(credential.open, options) })
    )
  return {
    forProvider: (provider, use = {}, options) =>
      run(
        Effect.gen(function* () {
          const input = yield* Either.mapLeft(Codec.decode(Input, { provider, use }), Core.InvalidInput.fromParseError)
          const found = manage(Core.credentialsForProvider(input.provider, input.use))
          return yield* Effect.forEach(yield* actAs(principalCallers(yield* host), found), plain)
        }),
        options
      )
  }
}
