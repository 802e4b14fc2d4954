import { createHash, randomBytes } from "node:crypto"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import type { Round } from "../harness/alternate.js"
import { type Row, type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { cost, costsHead, timeCost } from "../storage/costs.js"
import { startPostgres } from "../storage/PostgresServer.js"
import { created } from "./onSqlite.js"
import { postgresByHand } from "./postgresByHand.js"
import { COST, HELD } from "./scopesOf.js"
import { sqliteByHand } from "./sqliteByHand.js"

interface Size {
  readonly acts: number
  readonly rounds: number
}

const CALLERS = 64
const CONNECTIONS = 10
/** Each has one key, with a guardrail for the key and its member, so that a hold is charged to five scopes. */
const ORGANIZATIONS = 100
const NO_LIMIT = 1_000_000
/** Credentials that each workspace stores. They are in the plan of `any`, and not in that of `own`. */
const STORED = 3
const PROVIDER = "openai"
const masterKey = randomBytes(32).toString("hex")

const usd = (nano: bigint) => Number(nano) / 1e9

const openKey = async (gate: Tollgate, n: number) => {
  const { organization } = await gate.organizations.findOrCreate({ name: `Tenant ${n}`, owner_user_id: "ada" })
  const host = gate.asOrganization(organization.id)
  const { data, key } = await host.keys.create({ name: "Spender", limit: NO_LIMIT })
  const { id } = await host.guardrails.create({ name: "Limit", limit_usd: NO_LIMIT, reset_interval: "daily" })
  await host.guardrails.assignKeys(id, { key_hashes: [data.hash] })
  await host.guardrails.assignMembers(id, { member_user_ids: ["ada"] })
  for (let stored = 0; stored < STORED; stored++) {
    await host.byok.create({ provider: PROVIDER, key: `sk-${n}-${stored}` })
  }
  return key
}

/** A hold and its settlement, as a gateway calls them: from the text of a key to the plain values of the answer. */
const gateway = async (gate: Tollgate) => {
  const keys: Array<string> = []
  for (let at = 0; at < ORGANIZATIONS; at++) keys.push(await openKey(gate, at))
  let next = 0
  const act = async (credential: "own" | "any") => {
    const key = keys[next++ % ORGANIZATIONS] ?? ""
    const asked = { key, amount: usd(HELD), models: ["acme/writer"], provider: PROVIDER, credential } as const
    const { id } = (await gate.spending.authorize(asked)).data
    await gate.spending.settle(id, { cost: usd(COST), credential_id: null, model: "acme/writer" })
  }
  return (callers: number, credential: "own" | "any"): Round =>
    async (acts) => {
      const inTurn = async (from: number) => {
        for (let done = from; done < acts; done += callers) await act(credential)
      }
      await Promise.all(Array.from({ length: callers }, (_, from) => inTurn(from)))
    }
}

const plans = [
  ["own", "own"],
  ["any", `any of ${STORED + 1}`]
] as const

const hashing: Round = (acts) => {
  for (let n = 0; n < acts; n++) createHash("sha256").update(`tg_sk_${n}`).digest("hex")
}

/** The rows of one storage: with the gateway's own credential, and with all of a plan. */
const rowsOf = async (
  name: string,
  gate: Tollgate,
  byHand: Round,
  { callers, measure, size }: { readonly callers: number; readonly measure: typeof cost; readonly size: Size }
): Promise<ReadonlyArray<Row>> => {
  const rounds = await gateway(gate)
  const rows: Array<Row> = []
  for (const [credential, words] of plans) {
    rows.push(await measure(`${name}, ${words}`, { byHand, ours: rounds(callers, credential) }, size))
  }
  return rows
}

/** `gate.spending.authorize` and `settle` as a whole, on each storage, beside the work by hand of the other sections. */
export const wholeCall = ({ acts, rounds }: Size): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const size = { acts: acts / 4, rounds }
    const counter = sqliteByHand(await created(join(folder, "by-hand.db")))
    const server = await startPostgres(folder)
    const counters = await postgresByHand(server.url, CONNECTIONS)
    try {
      await using memory = await Tollgate.open({ memory: true })
      await using file = await Tollgate.open({ file: join(folder, "gate.db"), masterKey })
      await using postgres = await Tollgate.open({ postgres: server.url, masterKey })
      const inProcess = { callers: 1, measure: cost, size }
      const onFile = { callers: CALLERS, measure: cost, size }
      const onServer = { callers: CALLERS, measure: timeCost, size }
      const rows = [
        ...(await rowsOf("memory, 1 caller, beside a SHA-256", memory, hashing, inProcess)),
        ...(await rowsOf("SQLite, 64 callers", file, counter.rounds(CALLERS), onFile)),
        ...(await rowsOf(
          "PostgreSQL, 64 callers",
          postgres,
          counters.rounds(CALLERS, (n) => n % ORGANIZATIONS),
          onServer
        ))
      ]
      return section("The whole call: authorize and settle of a gate, 5 scopes, 100 organizations", costsHead, rows)
    } finally {
      counter.close()
      await counters.close()
      await server.stop()
    }
  })
