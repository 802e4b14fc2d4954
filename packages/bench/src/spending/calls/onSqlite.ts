import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import type { Round, Size } from "../../harness/alternate.js"
import { atMost } from "../../harness/bound.js"
import type { Row } from "../../harness/Section.js"
import { temporaryFolder } from "../../harness/temporaryFolder.js"
import { type SpenderByHand, sqliteByHand } from "../sqliteByHand.js"
import { besideRedis } from "./besideRedis.js"
import { besideUnlimited } from "./besideUnlimited.js"
import { measuredCall } from "./callRow.js"
import { pairsOf } from "./pairs.js"
import { type Spender, STORED, type Tenants, tenantsOf } from "./tenants.js"

const CALLERS = 64
const onCpu = (limit: number, goal: number) => ["cpu", atMost(limit, " times the CPU", goal)] as const

const byHandOf = ({ guardrail, hash, organization, secret, user, workspace }: Spender): SpenderByHand => ({
  secret,
  hash,
  organization,
  workspace,
  user,
  scopes: [
    { kind: "key", guardrail: "", subject: hash },
    { kind: "guardrail_key", guardrail, subject: hash },
    { kind: "guardrail_member", guardrail, subject: user },
    { kind: "workspace", guardrail: "", subject: workspace },
    { kind: "organization", guardrail: "", subject: organization }
  ]
})

const authenticating =
  (gate: Tollgate, spenders: ReadonlyArray<Spender>): Round =>
  async (acts) => {
    for (let n = 0; n < acts; n++) {
      const { hash = "", secret = "" } = spenders[n % spenders.length] ?? {}
      if ((await gate.authenticate(secret)).key.hash !== hash) throw new Error("It is another key")
    }
  }

/** The calls on a file, each contender on its own copy. */
export const onSqlite = (tenants: Tenants, size: Size): Promise<ReadonlyArray<Row>> =>
  temporaryFolder(async (folder) => {
    const [file, copy] = [join(folder, "ours.db"), join(folder, "by-hand.db")]
    const filled = await Tollgate.open({ file })
    const spenders = await tenantsOf(filled, tenants)
    await filled.close()
    copyFileSync(file, copy)
    const byHand = sqliteByHand(copy, spenders.map(byHandOf))
    try {
      await using gate = await Tollgate.open({ file })
      const pairs = pairsOf(gate, spenders)
      const statements = "the same statements by hand"
      const grouped = `${statements}, grouped`
      // Many callers first: they have the code compiled that the fewer acts of one caller run, too.
      const many = await measuredCall(
        ["Promise, SQLite, 64 callers", grouped],
        { beside: byHand.rounds(CALLERS), ours: pairs(CALLERS, "own") },
        size,
        onCpu(4, 2.8)
      )
      const any = await measuredCall(
        [`Promise, SQLite, 64 callers, \`any\` of ${STORED + 1}`, grouped],
        { beside: byHand.rounds(CALLERS), ours: pairs(CALLERS, "any") },
        { ...size, acts: size.acts / 2 }
      )
      const redis = await besideRedis(folder, { callers: CALLERS, spenders }, pairs(CALLERS, "own"), size)
      const one = await measuredCall(
        ["Promise, SQLite, 1 caller", statements],
        { beside: byHand.rounds(1), ours: pairs(1, "own") },
        { ...size, acts: size.acts / 4 },
        onCpu(3, 2.4)
      )
      const authenticate = await measuredCall(
        ["`gate.authenticate`, SQLite, one process", "the look-up by hand"],
        { beside: byHand.identify, ours: authenticating(gate, spenders) },
        // A look-up is short: of so few, the collection of garbage would decide.
        { ...size, acts: 4 * size.acts },
        onCpu(3, 2.3)
      )
      const few = { ...size, acts: size.acts / 2 }
      const limited = await besideUnlimited("Promise, SQLite, 64 callers", { gate, callers: CALLERS }, tenants, few)
      return [many, redis, one, any, authenticate, limited]
    } finally {
      byHand.close()
    }
  })
