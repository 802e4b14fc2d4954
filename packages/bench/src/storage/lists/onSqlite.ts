import { join } from "node:path"
import { layer } from "@tollgate/sqlite"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { type Section, section } from "../../harness/Section.js"
import { temporaryFolder } from "../../harness/temporaryFolder.js"
import { comparePages, enough, headOf, sizes } from "./comparePages.js"
import { fill } from "./fill.js"
import { keyPages, otherPages } from "./pages.js"
import { createTenant, type Tenant } from "./Tenant.js"

const fillAll = (file: string, tenant: Tenant, count: number) => {
  const place = { workspace: tenant.workspace, other: tenant.other, guardrail: tenant.guardrail }
  fill(file, place, count, "organization_members", "workspace_members", "workspaces", "guardrails")
  fill(file, place, count, "guardrail_members", "byok_credentials", "api_keys")
}

/** Page 1 of every list in a file that contains both organizations, so that only their size differs. */
export const onSqlite = (size = sizes, turns = enough): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const file = join(folder, "bench.db")
    const runtime = ManagedRuntime.make(layer({ file, masterKey: Redacted.make(new Uint8Array(32)) }))
    try {
      const tenants = { small: await runtime.runPromise(createTenant), large: await runtime.runPromise(createTenant) }
      fillAll(file, tenants.small, size.small)
      fillAll(file, tenants.large, size.large)
      const keys = await comparePages(runtime, tenants, keyPages, "cpu", turns)
      const others = await comparePages(runtime, tenants, otherPages, "cpu", turns)
      return section("Page 1 on SQLite", headOf(size), [...keys, ...others])
    } finally {
      await runtime.dispose()
    }
  })
