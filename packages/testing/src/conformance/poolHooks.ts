import * as Effect from "effect/Effect"
import type { Hooks, Prepared } from "./Hooks.js"
import { send } from "./send.js"
import type { Vars } from "./substitute.js"

/** For each state, the things that are in it already, each given out once. An entry's `BASE_URL` names another server. */
export type Pool = Readonly<Record<string, ReadonlyArray<Vars>>>

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

/** Hooks for a server that can only be asked: states come from a pool made beforehand, or over HTTP from what is there. */
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
    "guardrail-deleted": async (vars) => {
      if (vars["DELETED_GUARDRAIL_ID"] !== undefined) return {}
      const id = take("guardrail-fresh")?.["GUARDRAIL_ID"]
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
