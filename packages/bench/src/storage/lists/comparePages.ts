import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { alternate, type Figures, type Round, type Size } from "../../harness/alternate.js"
import { atMost } from "../../harness/bound.js"
import { figure, type Row } from "../../harness/Section.js"
import { insist } from "../changes.js"
import type { keyPages, Listed } from "./pages.js"
import type { Tenant } from "./Tenant.js"

/** How many rows the lists of two organizations have. */
export interface Sizes {
  readonly small: number
  readonly large: number
}

export const headOf = ({ large, small }: Sizes): ReadonlyArray<string> => {
  const [few, many] = [small.toLocaleString("en"), large.toLocaleString("en")]
  return ["Page 1 of", "Rows", `CPU of ${few}, µs`, `CPU of ${many}, µs`, "Times", `Time of ${few}, µs`].concat(
    `Time of ${many}, µs`,
    "Times"
  )
}

const LIMITS = [50, 100]

/** How many rows an organization has that is large. */
export const LARGE = 1_000_000

export const sizes: Sizes = { small: 1_000, large: LARGE }

export const enough: Size = { acts: 100, rounds: 9 }

/** The cost of page 1 of each list in a large organization, compared with a small one in the same database. */
export const comparePages = async <E>(
  runtime: ManagedRuntime.ManagedRuntime<Core.Services, E>,
  tenants: Readonly<Record<keyof Sizes, Tenant>>,
  pagesOf: typeof keyPages,
  judgedBy: keyof Figures,
  turns: Size
): Promise<ReadonlyArray<Row>> => {
  const bound = atMost(1.5, judgedBy === "cpu" ? " times the CPU" : " times")
  const roundOf =
    ({ caller }: Tenant, page: Listed, length: number): Round =>
    (acts) =>
      Effect.map(page, ({ data }) => insist(data.length === length)).pipe(
        Effect.repeatN(acts - 1),
        Effect.provideService(Core.ManagementCaller, caller),
        runtime.runPromise
      )
  const rowOf = async (name: string, limit: number, length: number, few: Listed, many: Listed): Promise<Row> => {
    const [small, large] = [roundOf(tenants.small, few, length), roundOf(tenants.large, many, length)]
    const cost = await alternate({ small, large }, turns)
    const times = (of: keyof Figures) => cost.large[of] / cost.small[of]
    const side = (of: keyof Figures) => [figure(cost.small[of]), figure(cost.large[of]), figure(times(of))]
    return { cells: [name, String(limit), ...side("cpu"), ...side("wall")], judged: [times(judgedBy), bound] }
  }
  const rows: Array<Row> = []
  for (const limit of LIMITS) {
    const large = pagesOf(tenants.large, limit)
    for (const [name, few] of Object.entries(pagesOf(tenants.small, limit))) {
      const first = Effect.provideService(few, Core.ManagementCaller, tenants.small.caller)
      const { length } = (await runtime.runPromise(first)).data
      insist(length > 0)
      rows.push(await rowOf(name, limit, length, few, large[name] ?? few))
    }
  }
  return rows
}
