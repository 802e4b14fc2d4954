import { randomUUID } from "node:crypto"
import { Entropy } from "@tollgate/core"
import { holdIdAt } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ask, type Made, needed, part } from "./ask.js"
import { imageModel } from "./images/imageEndpoint.js"
import type { RateLimitReached } from "./RateLimitReached.js"
import type { Vars } from "./substitute.js"

const Anything = part({})
const WithId = part({ data: Schema.Struct({ id: Schema.String }) })
const Minted = part({ key: Schema.String, data: Schema.Struct({ hash: Schema.String }) })

/** The id of a new object. */
const created = (vars: Vars, path: string, fields: object = {}): Made<string> =>
  Effect.map(ask(vars, "POST", path, { name: "Temporary", ...fields }, WithId), ({ data }) => data.id)

const issued = (vars: Vars, fields: object): Made<string> =>
  Effect.map(
    ask(vars, "POST", "/auth/keys/code", { callback_url: "https://app.example/callback", ...fields }, WithId),
    ({ data }) => data.id
  )

/** Valid both as a slug and as a user's name. */
const freshName = () => `new-${randomUUID()}`

const freshMember = Effect.fnUntraced(function* (vars: Vars) {
  const user_id = freshName()
  yield* ask(vars, "POST", "/organization/members", { user_id, role: "member" }, Anything)
  return user_id
})

const freshKey = (vars: Vars) =>
  Effect.map(ask(vars, "POST", "/keys", { name: "Temporary" }, Minted), ({ data, key }) => ({
    FRESH_KEY: key,
    FRESH_KEY_HASH: data.hash
  }))

/** A catalogue of one image model with one endpoint. */
const oneImageModel = (vars: Vars) =>
  Effect.as(ask(vars, "PUT", "/images/models", { models: [imageModel] }, Anything), {})

/** The id of a hold that does not exist. */
const newHoldId = Effect.zipWith(Clock.currentTimeMillis, Entropy.bytes(10), holdIdAt)

const MintedFor = part({
  key: Schema.String,
  data: Schema.Struct({ hash: Schema.String, creator_user_id: Schema.String })
})

/** A key that spends, in a workspace of its own: others may have budgets that other cases have set. */
const spendingKey = Effect.fnUntraced(function* (vars: Vars, limit: number | null) {
  const workspace_id = yield* created(vars, "/workspaces", { slug: freshName() })
  const minted = yield* ask(vars, "POST", "/keys", { name: "Temporary", limit, workspace_id }, MintedFor)
  const users = { user_ids: [minted.data.creator_user_id] }
  yield* ask(vars, "POST", `/workspaces/${workspace_id}/members/add`, users, Anything)
  return { ...minted, workspace_id }
})

/** An open hold of a key. */
const openHold = (vars: Vars, key: string, credential = "own"): Made<string> =>
  Effect.map(
    ask(
      vars,
      "POST",
      "/holds",
      { key, credential, amount: 0.25, models: ["acme/writer"], lease_seconds: 86_400 },
      WithId,
      "GATEWAY_KEY"
    ),
    ({ data }) => data.id
  )

/** An open hold of the key that all such holds share. */
const sharedHold = (vars: Vars): Made<string> =>
  Effect.flatMap(needed(vars, "SPENDER_KEY"), (key) => openHold(vars, key))

/**
 * An open hold whose plan has a credential. A server that does not serve secrets cannot have this state, so its operation for them is not
 * checked there. The secret is not named as one, which no answer may contain.
 */
const credentialedHold = Effect.fnUntraced(function* (vars: Vars) {
  const { data, key, workspace_id } = yield* spendingKey(vars, 5)
  const OPENED_VALUE = `sk-${randomUUID()}`
  const BYOK_ID = yield* created(vars, "/byok", { provider: "openai", key: OPENED_VALUE, workspace_id })
  const HOLD_ID = yield* openHold(vars, key, "any")
  yield* ask(vars, "POST", `/holds/${HOLD_ID}/credentials/${BYOK_ID}`, undefined, Anything, "GATEWAY_KEY")
  return { BYOK_ID, HOLD_ID, HOLD_KEY: key, HOLD_KEY_HASH: data.hash, OPENED_VALUE }
})

const codeS256 = (vars: Vars) =>
  Effect.flatMap(needed(vars, "CHALLENGE_S256"), (code_challenge) => issued(vars, { code_challenge, limit: 5 }))

/** Leaves less than a quarter of a dollar of room in the counters of the organization: half of an amount follows where it does not fit. */
const fillCounters = Effect.fnUntraced(function* (vars: Vars) {
  yield* needed(vars, "GATEWAY_KEY")
  const { data } = yield* spendingKey(vars, null)
  for (let cost = 1e9; cost > 0.1; ) {
    const usage = { id: yield* newHoldId, key_hash: data.hash, cost }
    const fits = ask(vars, "POST", "/usage", usage, Anything, "GATEWAY_KEY").pipe(
      Effect.as(true),
      Effect.catchTag("StateRefused", () => Effect.succeed(false))
    )
    if (!(yield* fits)) cost /= 2
  }
  return {}
})

/** A state that requests cannot bring about, or need not because a placeholder names it. */
const known = (name: string) => (vars: Vars) => Effect.as(needed(vars, name), {})

/**
 * The states that cases need: how requests bring each about, and the placeholders of what they made. It is the only list of
 * them.
 */
export const states = {
  "counters-full": fillCounters,
  "code:S256": (vars) => Effect.map(codeS256(vars), (CODE_S256) => ({ CODE_S256 })),
  "code:plain": Effect.fnUntraced(function* (vars) {
    const code_challenge = yield* needed(vars, "VERIFIER_PLAIN")
    return { CODE_PLAIN: yield* issued(vars, { code_challenge, code_challenge_method: "plain" }) }
  }),
  "code:none": (vars) => Effect.map(issued(vars, {}), (CODE_NOPKCE) => ({ CODE_NOPKCE })),
  "code:expired": known("CODE_EXPIRED"),
  "code:used": Effect.fnUntraced(function* (vars) {
    const [code, code_verifier] = [yield* codeS256(vars), yield* needed(vars, "VERIFIER_S256")]
    yield* ask(vars, "POST", "/auth/keys", { code, code_verifier }, Anything)
    return { CODE_USED: code }
  }),
  "image-model": oneImageModel,
  "key:disabled": known("DISABLED_KEY"),
  "key:expired": known("EXPIRED_KEY"),
  "key-fresh": freshKey,
  "key-assigned": Effect.fnUntraced(function* (vars) {
    const { FRESH_KEY_HASH } = yield* freshKey(vars)
    const GUARDRAIL_ID = yield* created(vars, "/guardrails")
    const keys = { key_hashes: [FRESH_KEY_HASH] }
    yield* ask(vars, "POST", `/guardrails/${GUARDRAIL_ID}/assignments/keys`, keys, Anything)
    return { GUARDRAIL_ID, ASSIGNED_KEY_HASH: FRESH_KEY_HASH }
  }),
  "name-fresh": () => Effect.sync(() => ({ FRESH_NAME: freshName() })),
  "idempotency-key": () => Effect.sync(() => ({ IDEMPOTENCY_KEY: freshName() })),
  "member-fresh": (vars) => Effect.map(freshMember(vars), (FRESH_USER_ID) => ({ FRESH_USER_ID })),
  "member-assigned": Effect.fnUntraced(function* (vars) {
    const [GUARDRAIL_ID, MEMBER_USER_ID] = [yield* created(vars, "/guardrails"), yield* freshMember(vars)]
    const members = { member_user_ids: [MEMBER_USER_ID] }
    yield* ask(vars, "POST", `/guardrails/${GUARDRAIL_ID}/assignments/members`, members, Anything)
    return { GUARDRAIL_ID, MEMBER_USER_ID }
  }),
  "guardrail-fresh": (vars) => Effect.map(created(vars, "/guardrails"), (GUARDRAIL_ID) => ({ GUARDRAIL_ID })),
  "guardrail-deleted": Effect.fnUntraced(function* (vars) {
    const id = yield* created(vars, "/guardrails")
    yield* ask(vars, "DELETE", `/guardrails/${id}`, undefined, Anything)
    return { DELETED_GUARDRAIL_ID: id }
  }),
  "workspace-fresh": (vars) =>
    Effect.map(created(vars, "/workspaces", { slug: freshName() }), (WORKSPACE_ID) => ({ WORKSPACE_ID })),
  "workspace-joined": Effect.fnUntraced(function* (vars) {
    const [WORKSPACE_ID, FRESH_USER_ID] = [
      yield* created(vars, "/workspaces", { slug: freshName() }),
      yield* freshMember(vars)
    ]
    const users = { user_ids: [FRESH_USER_ID] }
    yield* ask(vars, "POST", `/workspaces/${WORKSPACE_ID}/members/add`, users, Anything)
    return { WORKSPACE_ID, FRESH_USER_ID }
  }),
  "workspace-budgeted": Effect.fnUntraced(function* (vars) {
    const WORKSPACE_ID = yield* created(vars, "/workspaces", { slug: freshName() })
    yield* ask(vars, "PUT", `/workspaces/${WORKSPACE_ID}/budgets/monthly`, { limit_usd: 100 }, Anything)
    return { WORKSPACE_ID }
  }),
  "key-limited": (vars) =>
    Effect.map(spendingKey(vars, 1), ({ data, key }) => ({
      LIMITED_KEY: key,
      LIMITED_KEY_HASH: data.hash
    })),
  "key-spending": (vars) =>
    Effect.map(spendingKey(vars, null), ({ data, key, workspace_id }) => ({
      FRESH_KEY: key,
      FRESH_KEY_HASH: data.hash,
      WORKSPACE_ID: workspace_id
    })),
  spender: (vars) => Effect.map(spendingKey(vars, null), ({ key }) => ({ SPENDER_KEY: key })),
  "hold-open": (vars) => Effect.map(sharedHold(vars), (HOLD_ID) => ({ HOLD_ID })),
  "hold-alone": Effect.fnUntraced(function* (vars) {
    const { data, key, workspace_id } = yield* spendingKey(vars, 5)
    const HOLD_ID = yield* openHold(vars, key)
    return { HOLD_ID, HOLD_KEY: key, HOLD_KEY_HASH: data.hash, HOLD_WORKSPACE_ID: workspace_id }
  }),
  "hold-settled": Effect.fnUntraced(function* (vars) {
    const HOLD_ID = yield* sharedHold(vars)
    const cost = { cost: 0.125, credential_id: null }
    yield* ask(vars, "POST", `/holds/${HOLD_ID}/settle`, cost, Anything, "GATEWAY_KEY")
    return { HOLD_ID }
  }),
  "hold-credential": credentialedHold,
  "hold-ended": Effect.fnUntraced(function* (vars) {
    const made = yield* credentialedHold(vars)
    yield* ask(vars, "POST", `/holds/${made.HOLD_ID}/release`, undefined, Anything, "GATEWAY_KEY")
    return made
  }),
  "hold-id": () => Effect.map(newHoldId, (NEW_HOLD_ID) => ({ NEW_HOLD_ID })),
  "hold-released": Effect.fnUntraced(function* (vars) {
    const HOLD_ID = yield* sharedHold(vars)
    yield* ask(vars, "POST", `/holds/${HOLD_ID}/release`, undefined, Anything, "GATEWAY_KEY")
    return { ENDED_HOLD_ID: HOLD_ID }
  }),
  "preset-fresh": (vars) => {
    const PRESET_SLUG = freshName()
    return Effect.as(created(vars, "/presets", { slug: PRESET_SLUG }), { PRESET_SLUG })
  },
  "byok-fresh": (vars) =>
    Effect.map(created(vars, "/byok", { provider: "openai", key: "temporary" }), (FRESH_BYOK_ID) => ({ FRESH_BYOK_ID }))
} satisfies Readonly<Record<string, (vars: Vars) => Made<Vars>>>

/** States that no case uses up: each is brought about once for an account. The key of `spender` spends without a limit. */
export const lasting: ReadonlySet<string> = new Set<keyof typeof states>(["spender"])

/** A state of the account on the server that is tested. */
export type AccountState = keyof typeof states

/**
 * What a case needs: a state of the account, or a server of its own: any (`isolate`), one whose storage fails and does
 * nothing (`fault:storage-down`), or one that accepts N requests a minute for each operation (`rate-limit:N`).
 */
export type State = AccountState | "isolate" | "fault:storage-down" | `rate-limit:${number}`

/**
 * Brings a state about by requests, and returns its placeholders; undefined if it cannot. Fails if the server's rate limit
 * refuses a request.
 */
export const bringAbout = (state: State, vars: Vars): Effect.Effect<Vars | undefined, RateLimitReached> => {
  const make: ((vars: Vars) => Made<Vars>) | undefined = state in states ? states[state as AccountState] : undefined
  if (make === undefined) return Effect.succeed(undefined)
  return Effect.catchTags(make(vars), {
    ParseError: () => Effect.succeed(undefined),
    StateRefused: () => Effect.succeed(undefined)
  })
}
