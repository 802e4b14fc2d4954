import { createHash } from "node:crypto"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { quantile } from "../harness/median.js"
import { figure, type Row, type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { timerGap } from "../harness/timerGap.js"
import { openByHand } from "../storage/openByHand.js"
import { mintByHand, mintedByHand } from "../storage/secretByHand.js"
import * as Statements from "../storage/statements.js"
import { askedOf, settlement } from "./calls/pairs.js"
import { type Spender, tenantsOf } from "./calls/tenants.js"
import { byCallers } from "./groupCommit.js"
import { count, heapInUse, heapRow } from "./heapRow.js"

const CALLERS = 64
/** How many keys a process caches. */
const CACHED = 10_000
/** After so many acts, most of what runs is compiled. */
const COMPILED = 1_000
const MIB = 1_048_576

/** Holds and settles once for each of so many keys. Returns how long each admission took, in milliseconds. */
const useEach = async (gate: Tollgate, keys: number, secretOf: (n: number) => string) => {
  const waited = new Float64Array(keys)
  let next = 0
  await byCallers(CALLERS, keys, async () => {
    const n = next++
    const asked = askedOf(secretOf(n), "own")
    const began = performance.now()
    const { id } = (await gate.spending.authorize(asked)).data
    waited[n] = performance.now() - began
    await gate.spending.settle(id, settlement)
  })
  return waited
}

/** Admissions of all keys of an organization: while they are cached, and after one change that makes all entries out of date. */
const aroundChange = async (gate: Tollgate, spenders: ReadonlyArray<Spender>) => {
  const secretOf = (n: number) => spenders[n]?.secret ?? ""
  const use = async (what: string): Promise<Row> => {
    let waited = new Float64Array()
    const gap = await timerGap(async () => {
      waited = await useEach(gate, spenders.length, secretOf)
    })
    return { cells: [what, ...[0.5, 0.99, 1].map((part) => figure(quantile(waited, part))), figure(gap)] }
  }
  // Compiled code must not count as part of the cache.
  await useEach(gate, COMPILED, () => secretOf(0))
  const before = heapInUse()
  const uncached = await use("no key but one is cached")
  const bytes = ((heapInUse() - before) * MIB) / spenders.length
  const cached = await use("every key is cached")
  await gate.organizations.setBudget(spenders[0]?.organization ?? "", "monthly", { limit_usd: 1_000_000 })
  const stale = await use("after one change of the organization's budget")
  const title = `Key cache: admissions of ${count(spenders.length)} keys of one organization, SQLite, ${CALLERS} callers`
  const head = ["When", "p50, ms", "p99, ms", "Longest, ms", "Longest gap of a 5 ms timer, ms"]
  return { bytes, admissions: section(title, head, [uncached, cached, stale]) }
}

/** The text of the nth of many keys. It is made when it is needed: a list of all would be most of the heap. */
const textOf = (n: number) => mintByHand(createHash("sha256").update(String(n)).digest())

const fill = (file: string, { organization, user, workspace }: Spender, keys: number) => {
  const db = openByHand(file)
  const insert = db.prepare(Statements.insert(() => "?"))
  db.transaction(() => {
    for (let n = 0; n < keys; n++) insert.get(mintedByHand(organization, workspace, user, "Spender", textOf(n)).params)
  })()
  db.close()
}

/** The cache of keys: admissions before and after a change makes its entries out of date, and the heap with many keys. */
export const keyCache = (many: number): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const file = join(folder, "cached.db")
    const filled = await Tollgate.open({ file })
    const spenders = await tenantsOf(filled, { organizations: 1, keys: Math.min(CACHED, many) })
    await filled.close()
    const [first] = spenders
    if (first === undefined) throw new Error("There is no key")
    const changed = await Tollgate.open({ file })
    const { admissions, bytes } = await aroundChange(changed, spenders)
    await changed.close()
    fill(file, first, many)
    await using gate = await Tollgate.open({ file })
    let used = 0
    const row = await heapRow("as many keys, each used once", many, async (acts) => {
      const from = used
      used += acts
      await useEach(gate, acts, (n) => textOf(from + n))
    })
    const ofEach = [
      "heap for each key that was used once, bytes",
      "",
      `${count(spenders.length)} keys`,
      "",
      figure(bytes),
      ""
    ]
    const head = ["What", "Few", "Many", "With few", "With many", "Times"]
    return [admissions, section("Key cache: the heap, on SQLite", head, [{ cells: ofEach }, row])]
  })
