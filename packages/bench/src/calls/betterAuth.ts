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

/** better-auth's API-key plugin on its own adapter in memory. */
export const betterAuthInMemory = (keys: number) =>
  roundsOf(authOf(memoryAdapter({ user: [], session: [], account: [], verification: [], apikey: [] })), keys)

/** better-auth's API-key plugin on a new file, with the pragmas that Tollgate sets. */
export const betterAuthOnSqlite = async (file: string, keys: number) => {
  const db = openByHand(file)
  const auth = authOf(db)
  const { runMigrations } = await auth.$context
  await runMigrations()
  return { ...(await roundsOf(auth, keys)), close: () => void db.close() }
}
