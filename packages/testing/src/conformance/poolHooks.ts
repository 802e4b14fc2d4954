import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Hooks, Prepared } from "./Hooks.js"
import { send } from "./send.js"
import type { Vars } from "./substitute.js"

/** Prepared objects for each state, each given out once. `BASE_URL` in an entry names another server. */
export type Pool = Readonly<Record<string, ReadonlyArray<Vars>>>

const readMinted = Schema.decodeOption(
  Schema.parseJson(Schema.Struct({ key: Schema.String, data: Schema.Struct({ hash: Schema.String }) }))
)

const readId = Schema.decodeOption(Schema.parseJson(Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })))

const ask = (vars: Vars, method: string, path: string, body?: unknown) =>
  Effect.runPromise(
    send(new URL(vars["BASE_URL"] ?? ""), {
      method,
      path,
      headers: { Authorization: `Bearer ${vars["MGMT_KEY"] ?? ""}`, "Content-Type": "application/json" },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      raw: undefined
    })
  )

/** The id of a new object; undefined if the server refused it. */
const created = async (vars: Vars, path: string, fields: object = {}): Promise<string | undefined> => {
  const { body } = await ask(vars, "POST", path, { name: "Temporary", ...fields })
  return Option.getOrUndefined(readId(body))?.data.id
}

/** Valid both as a slug and as a user's name. */
const freshName = () => `new-${randomUUID()}`

const freshMember = async (vars: Vars): Promise<string | undefined> => {
  const user_id = freshName()
  const { status } = await ask(vars, "POST", "/organization/members", { user_id, role: "member" })
  return status === 201 ? user_id : undefined
}

const freshKey = async (vars: Vars): Promise<Readonly<Record<"FRESH_KEY" | "FRESH_KEY_HASH", string | undefined>>> => {
  const { body } = await ask(vars, "POST", "/keys", { name: "Temporary" })
  const minted = Option.getOrUndefined(readMinted(body))
  return { FRESH_KEY: minted?.key, FRESH_KEY_HASH: minted?.data.hash }
}

/** The placeholders of a state; undefined if something it needs could not be created. */
const standing = (vars: Readonly<Record<string, string | undefined>>): Prepared | undefined => {
  const known = Object.entries(vars).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return known.length === Object.keys(vars).length ? { vars: Object.fromEntries(known) } : undefined
}

/** Hooks for a server that is reachable only over HTTP: states come from a pool of prepared objects, or are created by requests. */
export const poolHooks = (pool: Pool): Hooks => {
  const given = new Map<string, number>()
  const take = (name: string): Vars | undefined => {
    const next = given.get(name) ?? 0
    given.set(name, next + 1)
    return pool[name]?.[next]
  }
  const prepared = (entry: Vars | undefined): Prepared | undefined => {
    if (entry === undefined) return undefined
    const { BASE_URL, ...vars } = entry
    return BASE_URL === undefined ? { vars } : { vars, url: BASE_URL }
  }

  const known = (name: string) => async (vars: Vars) => (vars[name] === undefined ? undefined : {})
  const made: Readonly<Record<string, (vars: Vars) => Promise<Prepared | undefined>>> = {
    "key:disabled": known("DISABLED_KEY"),
    "key:expired": known("EXPIRED_KEY"),
    "code:expired": known("CODE_EXPIRED"),
    "name-fresh": async () => standing({ FRESH_NAME: freshName() }),
    "member-fresh": async (vars) => standing({ FRESH_USER_ID: await freshMember(vars) }),
    "workspace-fresh": async (vars) =>
      standing({ WORKSPACE_ID: await created(vars, "/workspaces", { slug: freshName() }) }),
    "guardrail-fresh": async (vars) => standing({ GUARDRAIL_ID: await created(vars, "/guardrails") }),
    "member-assigned": async (vars) => {
      const [GUARDRAIL_ID, MEMBER_USER_ID] = [await created(vars, "/guardrails"), await freshMember(vars)]
      const members = { member_user_ids: [MEMBER_USER_ID] }
      const { status } = await ask(vars, "POST", `/guardrails/${GUARDRAIL_ID}/assignments/members`, members)
      return status === 200 ? standing({ GUARDRAIL_ID, MEMBER_USER_ID }) : undefined
    },
    "key-fresh": async (vars) => standing(await freshKey(vars)),
    "key-assigned": async (vars) => {
      const { FRESH_KEY_HASH } = await freshKey(vars)
      const GUARDRAIL_ID = await created(vars, "/guardrails")
      const keys = { key_hashes: [FRESH_KEY_HASH] }
      const { status } = await ask(vars, "POST", `/guardrails/${GUARDRAIL_ID}/assignments/keys`, keys)
      return status === 200 ? standing({ GUARDRAIL_ID, ASSIGNED_KEY_HASH: FRESH_KEY_HASH }) : undefined
    },
    "byok-fresh": async (vars) =>
      standing({ FRESH_BYOK_ID: await created(vars, "/byok", { provider: "openai", key: "temporary" }) }),
    "guardrail-deleted": async (vars) => {
      if (vars["DELETED_GUARDRAIL_ID"] !== undefined) return {}
      const id = take("guardrail-fresh")?.["GUARDRAIL_ID"] ?? (await created(vars, "/guardrails"))
      if (id === undefined) return undefined
      const { status } = await ask(vars, "DELETE", `/guardrails/${id}`)
      return status === 200 ? { vars: { DELETED_GUARDRAIL_ID: id } } : undefined
    },
    "code:used": async (vars) => {
      if (vars["CODE_USED"] !== undefined) return {}
      const code = take("code:S256")?.["CODE_S256"]
      if (code === undefined) return undefined
      const { status } = await ask(vars, "POST", "/auth/keys", { code, code_verifier: vars["VERIFIER_S256"] })
      return status === 200 ? { vars: { CODE_USED: code } } : undefined
    }
  }

  return { setup: async (name, vars) => prepared(take(name)) ?? made[name]?.(vars) }
}
