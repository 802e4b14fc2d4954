import { apiKey } from "@better-auth/api-key"
import { betterAuth } from "better-auth"
import type { Round } from "../harness/alternate.js"
import { byCallers } from "../spending/groupCommit.js"
import { insist } from "./changes.js"
import { openByHand } from "./openByHand.js"

/** Uses that no run reaches. */
export const MANY_USES = 1_000_000_000

/**
 * Uses of keys of better-auth's API-key plugin, on a new file with the pragmas that Tollgate sets.
 *
 * @param uses How many uses a key has, which each lowers by one. Null for keys without such a number. The plugin has no limit in dollars.
 */
export const openBetterAuth = async (file: string, count: number, uses: number | null) => {
  const db = openByHand(file)
  const { $context, api } = betterAuth({
    database: db,
    secret: "of a bench, and of nothing else",
    baseURL: "http://localhost",
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [apiKey({ rateLimit: { enabled: false } })]
  })
  await (await $context).runMigrations()
  const { user } = await api.signUpEmail({
    body: { name: "Owner", email: "owner@bench.example", password: "of a bench" }
  })
  const create = (remaining: number | null) =>
    api.createApiKey({ body: { userId: user.id, name: "a key", ...(remaining !== null && { remaining }) } })
  const keys = await Promise.all(Array.from({ length: count }, () => create(uses)))
  const use = async (key: string) => (await api.verifyApiKey({ body: { key } })).valid
  let next = 0
  return {
    /** Uses the keys in turn, by this many callers at once. */
    rounds:
      (callers: number): Round =>
      (acts) =>
        byCallers(callers, acts, async () => insist(await use(keys[next++ % count]?.key ?? ""))),
    /** How many of `tries` concurrent uses of a key with so many uses succeed. */
    admitted: async (remaining: number, tries: number) => {
      const { key } = await create(remaining)
      const answers = await Promise.all(Array.from({ length: tries }, () => use(key)))
      return answers.filter((valid) => valid).length
    },
    close: () => void db.close()
  }
}
