import { apiKey } from "@better-auth/api-key"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
import type { Round } from "../harness/alternate.js"
import { insist } from "../storage/changes.js"
import { openByHand } from "../storage/openByHand.js"

const authOf = (database: NonNullable<BetterAuthOptions["database"]>) =>
  betterAuth({
    database,
    secret: "of a bench, and of nothing else",
    baseURL: "http://localhost",
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [apiKey({ rateLimit: { enabled: false } })]
  })

/** The plugin's two acts on the keys of one user. It has no limit in dollars; `remaining` takes its place. */
const roundsOf = async ({ api }: ReturnType<typeof authOf>, count: number) => {
  const { user } = await api.signUpEmail({
    body: { name: "Owner", email: "owner@bench.example", password: "of a bench" }
  })
  const create = () => api.createApiKey({ body: { userId: user.id, name: "a key" } })
  const verified: Array<Awaited<ReturnType<typeof create>>> = []
  const updated: typeof verified = []
  for (let i = 0; i < count; i++) {
    verified.push(await create())
    updated.push(await create())
  }
  const verify: Round = async (acts) => {
    for (let n = 0; n < acts; n++) {
      const { valid } = await api.verifyApiKey({ body: { key: verified[n % count]?.key ?? "" } })
      insist(valid)
    }
  }
  const update: Round = async (acts) => {
    for (let n = 0; n < acts; n++) {
      const change = { name: `name ${n}`, remaining: n + 1 }
      const keyId = updated[n % count]?.id ?? ""
      const { name, remaining } = await api.updateApiKey({ body: { keyId, userId: user.id, ...change } })
      insist(name === change.name && remaining === change.remaining)
    }
  }
  return { verify, update }
}

/** Uses of keys of the plugin that have a number of remaining uses, which each use lowers. */
const usesOf = async ({ api }: ReturnType<typeof authOf>, count: number) => {
  const { user } = await api.signUpEmail({
    body: { name: "Owner", email: "owner@bench.example", password: "of a bench" }
  })
  const create = (remaining: number) => api.createApiKey({ body: { userId: user.id, name: "a key", remaining } })
  const keys = await Promise.all(Array.from({ length: count }, () => create(1_000_000_000)))
  const use = async (key: string) => (await api.verifyApiKey({ body: { key } })).valid
  return {
    /** Uses the keys in turn, by this many callers at once. */
    rounds:
      (callers: number): Round =>
      async (acts) => {
        const inTurn = async (from: number) => {
          for (let n = from; n < acts; n += callers) insist(await use(keys[n % count]?.key ?? ""))
        }
        await Promise.all(Array.from({ length: callers }, (_, from) => inTurn(from)))
      },
    /** How many of `tries` concurrent uses of a key with `remaining` uses succeed. */
    admitted: async (remaining: number, tries: number) => {
      const { key } = await create(remaining)
      const answers = await Promise.all(Array.from({ length: tries }, () => use(key)))
      return answers.filter((valid) => valid).length
    }
  }
}

const openOnSqlite = async (file: string) => {
  const db = openByHand(file)
  const auth = authOf(db)
  const { runMigrations } = await auth.$context
  await runMigrations()
  return { auth, close: () => void db.close() }
}

/** Keys with a number of remaining uses on a new file, with the pragmas that Tollgate sets. */
export const betterAuthUses = async (file: string, keys: number) => {
  const { auth, close } = await openOnSqlite(file)
  return { ...(await usesOf(auth, keys)), close }
}

/** better-auth's API-key plugin on its own adapter in memory. */
export const betterAuthInMemory = (keys: number) =>
  roundsOf(authOf(memoryAdapter({ user: [], session: [], account: [], verification: [], apikey: [] })), keys)

/** better-auth's API-key plugin on a new file, with the pragmas that Tollgate sets. */
export const betterAuthOnSqlite = async (file: string, keys: number) => {
  const { auth, close } = await openOnSqlite(file)
  return { ...(await roundsOf(auth, keys)), close }
}
