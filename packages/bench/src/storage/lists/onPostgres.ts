import { layer } from "@tollgate/postgres"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import pg from "pg"
import { type Section, section } from "../../harness/Section.js"
import { temporaryFolder } from "../../harness/temporaryFolder.js"
import { startPostgres } from "../PostgresServer.js"
import { comparePages, enough, headOf, sizes } from "./comparePages.js"
import { keyPages } from "./pages.js"
import { postgres, statementsOf } from "./statements.js"
import { createTenant, type Tenant } from "./Tenant.js"

const statements = statementsOf(postgres)

/** Adds keys without their triggers, which update the same few rows for each key, and counts them afterwards. */
const fillKeys = async (client: pg.Client, tenant: Tenant, count: number) => {
  const values: Readonly<Record<string, string>> = {
    workspace: `'${tenant.workspace}'`,
    other: `'${tenant.other}'`,
    count: String(count),
    now: String(Date.now())
  }
  await client.query("BEGIN; SET LOCAL session_replication_role = replica")
  for (const statement of statements.api_keys) {
    await client.query(statement.replaceAll(/@(\w+)/g, (_, name: string) => values[name] ?? "NULL"))
  }
  for (const [list, of] of [
    ["'keys'", "TRUE"],
    ["'keys of ' || workspace_id", "TRUE"],
    ["'enabled keys'", "NOT disabled"],
    ["'enabled keys of ' || workspace_id", "NOT disabled"]
  ] as const) {
    await client.query(
      `INSERT INTO list_sizes (organization_id, list, size)
SELECT organization_id, ${list}, count(*) FROM api_keys WHERE organization_id = $1 AND ${of} GROUP BY 1, 2
ON CONFLICT (organization_id, list) DO UPDATE SET size = excluded.size`,
      [tenant.caller.organizationId]
    )
  }
  await client.query("COMMIT")
  // The server does this by itself a minute later.
  await client.query("VACUUM ANALYZE api_keys, list_sizes, spending_scopes")
}

/** Page 1 of the lists of keys in a database that contains both organizations. */
export const onPostgres = (size = sizes, turns = enough): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const server = await startPostgres(folder)
    const runtime = ManagedRuntime.make(layer({ url: server.url, masterKey: Redacted.make(new Uint8Array(32)) }))
    const client = new pg.Client(server.url)
    try {
      const tenants = { small: await runtime.runPromise(createTenant), large: await runtime.runPromise(createTenant) }
      await client.connect()
      await fillKeys(client, tenants.small, size.small)
      await fillKeys(client, tenants.large, size.large)
      // By time, because most of the work is done by another process.
      const rows = await comparePages(runtime, tenants, keyPages, "wall", turns)
      return section("Page 1 on PostgreSQL", headOf(size), rows)
    } finally {
      await client.end()
      await runtime.dispose()
      await server.stop()
    }
  })
