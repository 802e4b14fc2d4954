import { join } from "node:path"
import { layer, MasterKeyFile } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { command, serveArguments } from "../command.js"
import { atMost } from "../harness/bound.js"
import { ClientConnections } from "../harness/ClientConnections.js"
import { messageOf } from "../harness/Message.js"
import { median, quantile } from "../harness/median.js"
import { figure, type Row, type Section, section } from "../harness/Section.js"
import { type ServerProcess, startServer } from "../harness/ServerProcess.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { enough, LARGE } from "../storage/lists/comparePages.js"
import { fill } from "../storage/lists/fill.js"
import { createTenant } from "../storage/lists/Tenant.js"

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What somebody asks for again and again. */
const searches: Readonly<Record<string, string>> = {
  "a text that no key has": "/keys?q=no+such+key",
  "a text that every key has": "/keys?q=key&include_disabled=true",
  "the keys by their last use": "/keys?sort=-last_used_at&include_disabled=true",
  "the enabled keys by their last use": "/keys?sort=last_used_at",
  "a page far down": "/keys?include_disabled=true&limit=1&offset=90000",
  "the activity of a year": `/activity?from=${dayBefore(364)}&to=${dayBefore(0)}`
}

/** How long each of some small requests waits on one connection, in milliseconds. */
const ask = async (server: ServerProcess, key: string, requests: number, path = "/key") => {
  const connections = await ClientConnections.open(server.port, 1)
  const asked = messageOf({ method: "GET", path: `/api/v1${path}`, key })
  try {
    return (await connections.drive(requests, () => asked)).waited
  } finally {
    connections.close()
  }
}

/** The same while another connection searches. */
const askBeside = async (server: ServerProcess, key: string, requests: number, path: string) => {
  let isOver = false
  const searched: Array<number> = []
  const searching = (async () => {
    while (!isOver) searched.push(...(await ask(server, key, 1, path)))
  })()
  const waited = await ask(server, key, requests)
  isOver = true
  await searching
  return { waited, search: median(searched) }
}

/** What others wait for while one connection searches an organization of many keys. */
export const besideSearch = (keys = LARGE, { acts, rounds } = enough): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const file = join(folder, "bench.db")
    const masterKey = await Effect.runPromise(MasterKeyFile.openKeyBeside(file))
    const tenant = await Effect.runPromise(Effect.provide(createTenant, layer({ file, masterKey })))
    const key = Redacted.value(tenant.key)
    fill(file, tenant, keys, "api_keys")
    const server = await startServer(command, (port) => [...serveArguments(file, port), "--log", "none"])
    try {
      const rows: Array<Row> = []
      await ask(server, key, acts)
      for (const [name, path] of Object.entries(searches)) {
        const measured: Array<ReadonlyArray<number>> = []
        for (let round = 0; round < rounds; round++) {
          const alone = await ask(server, key, acts)
          const { search, waited } = await askBeside(server, key, acts, path)
          measured.push([search, ...[0.5, 0.99].flatMap((part) => [alone, waited].map((all) => quantile(all, part)))])
        }
        const middle = [0, 1, 2, 3, 4].map((n) => median(measured.map((figures) => figures[n] ?? Number.NaN)))
        const [, , , p99 = Number.NaN, slow99 = Number.NaN] = middle
        const times = slow99 / p99
        rows.push({ cells: [name, ...[...middle, times].map(figure)], judged: [times, atMost(3, " times the p99")] })
      }
      const head = [
        "Beside a search for",
        "Search, ms",
        "p50 alone, ms",
        "p50, ms",
        "p99 alone, ms",
        "p99, ms",
        "Times"
      ]
      return section(`A small request on SQLite, beside a search of ${keys.toLocaleString("en")} keys`, head, rows)
    } finally {
      await server.stop()
    }
  })
