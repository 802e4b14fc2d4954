import { createHash } from "node:crypto"
import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The account that is measured: its keys, the first of which is a management key. */
export interface Account {
  readonly organizationId: string
  readonly workspaceId: string
  readonly keys: ReadonlyArray<{ readonly secret: string; readonly hash: Core.KeyHash }>
}

/** What the acts of several statements need, in an account. */
export interface Supplies {
  /** Two guardrails of the default workspace. */
  readonly guardrails: readonly [string, string]
  /** Users, in groups that are assigned together. */
  readonly groups: ReadonlyArray<ReadonlyArray<Core.UserId>>
  /** Authorization codes, each of which can be exchanged once. */
  readonly codes: ReadonlyArray<string>
}

/** The proof of every authorization code (RFC 7636): a verifier, and its challenge by S256. */
export const VERIFIER = "v".repeat(43)
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url")

// Several times as many as callers, so that none is assigned anew before its last assignment is done.
const GROUPS = 256
const USERS_IN_A_GROUP = 4

/** What a key is created from. */
export const plainKey: Core.NewApiKey = {
  name: "a key",
  limit: null,
  limit_reset: null,
  include_byok_in_limit: false,
  max_in_flight: null,
  expires_at: null,
  creator_user_id: null,
  metadata: {},
  external_id: null,
  management: false,
  read_only: false
}

const create = Effect.fnUntraced(function* (count: number) {
  const owner_user_id = Core.UserId.make("owner")
  const { data, key, organization } = yield* Core.createOrganization({ name: "Bench", owner_user_id })
  const caller = yield* Effect.flatMap(Core.authenticate(key), Core.requireManagement)
  const others = yield* Effect.replicateEffect(Core.createKey(plainKey), count - 1).pipe(
    Effect.provideService(Core.ManagementCaller, caller)
  )
  const keys = [{ data, key }, ...others].map(({ data, key }) => ({ hash: data.hash, secret: Redacted.value(key) }))
  const { default_workspace_id: workspaceId, id: organizationId } = organization
  const account: Account = { organizationId, workspaceId, keys }
  return account
})

const supply = Effect.fnUntraced(function* ({ keys }: Account, count: number) {
  const secret = Redacted.make(keys[0]?.secret ?? "")
  const caller = yield* Effect.flatMap(Core.authenticate(secret), Core.requireManagement)
  const guardrail = Core.createGuardrail(Schema.decodeSync(Core.NewGuardrail)({ name: "a guardrail" }))
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    Array.from({ length: USERS_IN_A_GROUP }, (_, n) => Core.UserId.make(`user ${group} ${n}`))
  )
  const code = Core.createAuthorizationCode(
    Schema.decodeSync(Core.NewAuthorizationCode)({
      callback_url: "https://app.example/callback",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256"
    })
  )
  return yield* Effect.gen(function* () {
    const join = (user_id: Core.UserId) => Core.addOrganizationMember({ user_id, role: "member" })
    yield* Effect.forEach(groups.flat(), join, { concurrency: 64, discard: true })
    const guardrails = yield* Effect.map(Effect.all([guardrail, guardrail]), ([one, two]) => [one.id, two.id] as const)
    const codes = yield* Effect.replicateEffect(code, count, { concurrency: 64 })
    const supplies: Supplies = { guardrails, groups, codes: codes.map(({ id }) => Redacted.value(id)) }
    return supplies
  }).pipe(Effect.provideService(Core.ManagementCaller, caller))
})

/** Adds users, guardrails and this many authorization codes to an account in a storage, which is closed afterwards. */
export const supplyAccount = <E>(
  storage: Layer.Layer<Core.Services, E>,
  account: Account,
  codes: number
): Promise<Supplies> => Effect.runPromise(Effect.provide(supply(account, codes), storage))

/** Creates an account with this many keys in a storage, which is closed afterwards. */
export const createAccount = <E>(storage: Layer.Layer<Core.Services, E>, count: number): Promise<Account> =>
  Effect.runPromise(Effect.provide(create(count), storage))

/** Takes what the acts of one contender need from the supplies, in the same order for each contender. */
export const takeFrom = ({ codes, groups, guardrails }: Supplies) => {
  let exchanged = 0
  let assigned = 0
  return {
    /** A code that was not taken before. */
    nextCode: (): string => {
      const code = codes[exchanged++]
      if (code === undefined) throw new RangeError("There are no more authorization codes")
      return code
    },
    /** A group of users, and the guardrail to which it is not assigned. */
    assignmentOf: (): { readonly guardrail: string; readonly users: ReadonlyArray<Core.UserId> } => {
      const users = groups[assigned % groups.length] ?? []
      const guardrail = guardrails[Math.floor(assigned / groups.length) % 2 === 0 ? 0 : 1]
      assigned++
      return { guardrail, users }
    }
  }
}
