import { expect, it } from "@effect/vitest"
import { OrganizationId, Usd } from "@tollgate/core"
import { type ScopeRef, SpendingStore, unlimited } from "@tollgate/core/storage"
import { Context, Effect } from "effect"
import { admission, own, START } from "../../sql/test/support/holds.js"
import { countingReads } from "./support/countingReads.js"
import { emptyFile } from "./support/files.js"

const guardrails = ["44444444-4444-4444-8444-444444444444", "55555555-5555-4555-8555-555555555555"] as const

/** The five scopes of a request, of an organization. */
const scopesOf = (organization_id: OrganizationId): ReadonlyArray<ScopeRef> => {
  const ref = (kind: ScopeRef["kind"], subject: string, guardrail_id: string | null = null) =>
    ({ organization_id, kind, subject, guardrail_id }) as ScopeRef
  return [
    ref("key", "a".repeat(64)),
    ref("guardrail_key", "a".repeat(64), guardrails[0]),
    ref("guardrail_member", "ada", guardrails[1]),
    ref("workspace", "22222222-2222-4222-8222-222222222222"),
    ref("organization", organization_id)
  ]
}

const limits = { ...unlimited.limits, monthly: Usd.fromNumber(100) }

const settling = (cost: number) => ({
  cost: Usd.fromNumber(cost),
  is_byok: false,
  credential_id: null,
  model: "acme/writer",
  provider: null,
  basis: null,
  input_tokens: 1,
  output_tokens: 1
})

it.scopedLive("A settlement runs a statement more for each alert, and none for a limit that it does not cross", () =>
  Effect.gen(function* () {
    const { acted, stores } = yield* countingReads(yield* emptyFile)
    const store = Context.get(stores, SpendingStore)
    /** What the settlements of some costs run, in an organization of their own. */
    const ranBy = Effect.fnUntraced(function* (number: number, terms: typeof unlimited, costs: ReadonlyArray<number>) {
      const organization = number === 0 ? own : OrganizationId.make(`11111111-1111-4111-8111-11111111110${number}`)
      const ran: Array<ReadonlyArray<string>> = []
      for (const [at, cost] of costs.entries()) {
        const asked = admission(organization, number * 100 + at)
        const scopes = scopesOf(organization).map((ref) => ({ ref, terms, version: null }))
        expect(yield* store.admit({ ...asked, scopes })).toMatchObject({ _tag: "Admitted" })
        acted.length = 0
        yield* store.settle(asked.terms, settling(cost), START)
        ran.push(acted.slice())
      }
      return ran
    })
    // The first settlement notes that the limits were compared.
    const [, without] = yield* ranBy(0, unlimited, [0.01, 0.01])
    const [, quiet, crossing] = yield* ranBy(1, { ...unlimited, limits }, [0.01, 0.01, 60])
    expect(without).toHaveLength(2)
    expect(quiet).toEqual(without)
    const further = (crossing ?? []).filter((text) => !without?.includes(text))
    const first = further.map((text) => text.split(" ").slice(0, 3).join(" "))
    expect(first.filter((words) => words === "INSERT INTO alerts")).toHaveLength(5)
    // Each scope notes that another tenth of its limit is used.
    expect(first.filter((words) => words.startsWith("UPDATE spending_scopes"))).toHaveLength(5)
    expect(first).toHaveLength(10)
  })
)
