import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Core from "@tollgate/core"
import * as Storage from "@tollgate/core/storage"
import { layer } from "@tollgate/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

const BATCH = 5_000
const PAGES = 300

const fill = Effect.fnUntraced(function* (organization: Core.Organization, count: number) {
  const workspaces = yield* Storage.WorkspaceStore
  const created_at = yield* DateTime.now
  for (let from = 0; from < count; from += BATCH) {
    const members = yield* Effect.forEach(Array.from({ length: Math.min(BATCH, count - from) }), (_, i) =>
      Effect.map(Core.Entropy.uuid, (id) => ({
        id: Storage.WorkspaceMemberId.make(id),
        organization_id: organization.id,
        user_id: Core.UserId.make(`user-${from + i}`),
        workspace_id: organization.default_workspace_id,
        role: "member" as const,
        created_at
      }))
    )
    yield* workspaces.addMembers(members)
  }
})

/** An organization whose default workspace has so many members, and how long its page 1 takes, in microseconds. */
const workspaceOf = Effect.fnUntraced(function* (count: number) {
  const owner_user_id = Core.UserId.make("owner")
  const { key, organization } = yield* Core.createOrganization({ name: "Bench", owner_user_id })
  yield* fill(organization, count - 1)
  const caller = yield* Effect.flatMap(Core.authenticate(key), Core.requireManagement)
  const list = Effect.provideService(
    Core.listWorkspaceMembers("default", { limit: 50, offset: 0 }),
    Core.ManagementCaller,
    caller
  )
  return Effect.gen(function* () {
    const began = performance.now()
    const page = yield* list
    const micros = 1000 * (performance.now() - began)
    return page.total_count === count
      ? micros
      : yield* Effect.dieMessage(`${count} expected, ${page.total_count} found`)
  })
})

const fastestTenth = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[times.length / 10] ?? Number.NaN

export const report = (large: number): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-bench-"))
  const stores = layer({ file: join(folder, "bench.db"), masterKey: Redacted.make(new Uint8Array(32)) })
  return Effect.gen(function* () {
    // Both workspaces stand in one file and are asked in turn, so that only their own size differs.
    const askSmall = yield* workspaceOf(1_000)
    const askBig = yield* workspaceOf(large)
    const times: { readonly small: Array<number>; readonly big: Array<number> } = { small: [], big: [] }
    for (let i = 0; i < PAGES; i++) {
      times.small.push(yield* askSmall)
      times.big.push(yield* askBig)
    }
    const small = fastestTenth(times.small)
    const big = fastestTenth(times.big)
    const ratio = big / small
    process.stdout.write(
      `members: page 1 of ${large} costs ${ratio.toFixed(2)} times page 1 of 1000 (${big.toFixed(0)} and ${small.toFixed(0)} µs)\n`
    )
    return ratio < 1.5
  }).pipe(
    Effect.provide(stores),
    Effect.withTracerEnabled(false),
    Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true, force: true }))),
    Effect.runPromise
  )
}
