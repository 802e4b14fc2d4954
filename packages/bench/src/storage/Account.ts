import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The account that is measured: its keys, the first of which is a management key. */
export interface Account {
  readonly organizationId: string
  readonly keys: ReadonlyArray<{ readonly secret: string; readonly hash: Core.KeyHash }>
}

const plainKey: Core.NewApiKey = {
  name: "a key",
  limit: null,
  limit_reset: null,
  include_byok_in_limit: false,
  expires_at: null,
  creator_user_id: null,
  management: false
}

const create = Effect.fnUntraced(function* (count: number) {
  const owner_user_id = Core.UserId.make("owner")
  const { data, key, organization } = yield* Core.createOrganization({ name: "Bench", owner_user_id })
  const caller = yield* Effect.flatMap(Core.authenticate(key), Core.requireManagement)
  const others = yield* Effect.replicateEffect(Core.createKey(plainKey), count - 1).pipe(
    Effect.provideService(Core.ManagementCaller, caller)
  )
  const keys = [{ data, key }, ...others].map(({ data, key }) => ({ hash: data.hash, secret: Redacted.value(key) }))
  const account: Account = { organizationId: organization.id, keys }
  return account
})

/** Creates an account with this many keys in a storage, which is closed afterwards. */
export const createAccount = <E>(storage: Layer.Layer<Core.Services, E>, count: number): Promise<Account> =>
  Effect.runPromise(Effect.provide(create(count), storage))
