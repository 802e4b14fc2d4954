import { join } from "node:path"
import * as Core from "@tollgate/core"
import { layer } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { atMost } from "./harness/bound.js"
import { quantile } from "./harness/median.js"
import { figure, type Section, section } from "./harness/Section.js"
import { temporaryFolder } from "./harness/temporaryFolder.js"
import { fill } from "./members/fill.js"

const PAGES = 300
const SMALL = 1_000

/** An organization whose default workspace has so many members, and how long its page 1 takes, in microseconds. */
const workspaceOf = Effect.fnUntraced(function* (file: string, count: number) {
  const owner_user_id = Core.UserId.make("owner")
  const { key, organization } = yield* Core.createOrganization({ name: "Bench", owner_user_id })
  yield* Effect.sync(() => fill(file, organization.default_workspace_id, count - 1))
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

// A page takes so little that whatever comes between decides all but the fastest.
const fastestTenth = (times: ReadonlyArray<number>) => quantile(times, 0.1)

const measure = Effect.fnUntraced(function* (file: string, large: number) {
  // Both workspaces stand in one file and are asked in turn, so that only their own size differs.
  const askSmall = yield* workspaceOf(file, SMALL)
  const askBig = yield* workspaceOf(file, large)
  const times: { readonly small: Array<number>; readonly big: Array<number> } = { small: [], big: [] }
  for (let i = 0; i < PAGES; i++) {
    times.small.push(yield* askSmall)
    times.big.push(yield* askBig)
  }
  const small = fastestTenth(times.small)
  const big = fastestTenth(times.big)
  const rowOf = (count: number, micros: number) => [count.toLocaleString("en"), figure(micros), figure(micros / small)]
  return section(
    "Page 1 of a workspace's members",
    ["Members", "Time, µs", "Times"],
    [{ cells: rowOf(SMALL, small) }, { cells: rowOf(large, big), judged: [big / small, atMost(1.5, " times")] }]
  )
})

/** What a page of a large workspace costs beside one of a small one. */
export const members = (large = 1_000_000): Promise<ReadonlyArray<Section>> =>
  temporaryFolder((folder) => {
    const file = join(folder, "bench.db")
    return measure(file, large).pipe(
      Effect.map((measured) => [measured]),
      Effect.provide(layer({ file, masterKey: Redacted.make(new Uint8Array(32)) })),
      Effect.withTracerEnabled(false),
      Effect.runPromise
    )
  })
