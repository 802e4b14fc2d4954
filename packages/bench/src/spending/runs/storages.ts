import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import pg from "pg"
import { temporaryFolder } from "../../harness/temporaryFolder.js"
import { openByHand } from "../../storage/openByHand.js"
import { startPostgres } from "../../storage/PostgresServer.js"
import { heapInUse } from "../heapRow.js"

const MIB = 1_048_576

/** An open gate on an empty storage. */
export interface OpenedGate {
  readonly gate: Tollgate
  /** The bytes of scopes with their indexes; in memory, of all. */
  readonly bytes: () => Promise<number>
}

/** Where runs are measured. */
export interface Storage {
  readonly name: string
  /** How many callers call at a time. */
  readonly callers: number
  /** How many bytes a run may take. Null if that is not judged. */
  readonly bytesOfRun: number | null
  /** Whether the space of a deleted run is returned, and not only used again. */
  readonly returnsSpace: boolean
  /** Opens an empty one of this name. */
  readonly open: (name: string) => Promise<OpenedGate>
}

type Use<A> = (storage: Storage) => Promise<A>

const memory = <A>(use: Use<A>): Promise<A> =>
  use({
    name: "memory",
    callers: 1,
    // Of the heap, it takes about as many as any scope.
    bytesOfRun: null,
    returnsSpace: true,
    open: async () => ({
      gate: await Tollgate.open({ memory: true }),
      bytes: async () => heapInUse() * MIB
    })
  })

const sqlite = <A>(use: Use<A>): Promise<A> =>
  temporaryFolder((folder) =>
    use({
      name: "SQLite, 64 callers",
      callers: 64,
      bytesOfRun: 260,
      returnsSpace: true,
      open: async (name) => {
        const file = join(folder, `${name}.db`)
        const bytes = async () => {
          const db = openByHand(file)
          const size = db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name LIKE '%spending_scopes%'").pluck().get()
          db.close()
          return Number(size)
        }
        return { gate: await Tollgate.open({ file }), bytes }
      }
    })
  )

const postgres = <A>(use: Use<A>): Promise<A> =>
  temporaryFolder(async (folder) => {
    const server = await startPostgres(folder)
    const masterKey = randomBytes(32).toString("hex")
    const query = async (url: string, text: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query({ text, rowMode: "array" })
      await client.end()
      return rows
    }
    try {
      return await use({
        name: "PostgreSQL, 64 callers",
        callers: 64,
        // The row alone is as large there, because it is written three times before the space of the first one is used again.
        bytesOfRun: null,
        returnsSpace: false,
        open: async (name) => {
          await query(server.url, `CREATE DATABASE ${name}`)
          const url = server.url.replace(/[^/]*$/, name)
          const bytes = async () => {
            // What earlier versions of rows take is free then. It comes by itself later.
            await query(url, "VACUUM spending_scopes")
            return Number((await query(url, "SELECT pg_total_relation_size('spending_scopes')"))[0]?.[0])
          }
          return { gate: await Tollgate.open({ postgres: url, masterKey }), bytes }
        }
      })
    } finally {
      await server.stop()
    }
  })

/** A storage as long as it is used. */
export const storages = { memory, sqlite, postgres }
