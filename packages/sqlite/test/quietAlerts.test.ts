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

it.scopedLive(
  "A settlement runs a statement more for each alert, and none for a limit or a tenth of one that raises none",
  () =>
    Effect.gen(function* () {
      const { acted, stores } = yield* countingReads(yield* emptyFile)
      const store = Context.get(stores, SpendingStore)
      /** What the settlements of some costs run, in an organization of their own. */
      const ranBy = Effect.fnUntraced(function* (
        number: number,
        terms: typeof unlimited,
        costs: ReadonlyArray<number>
      ) {
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
      // The first settlement finds no row that the process knows.
      const [, without] = yield* ranBy(0, unlimited, [0.01, 0.01])
      const [, quiet, tenth, tenths, crossing, last] = yield* ranBy(
        1,
        { ...unlimited, limits },
        [0.01, 0.01, 10, 25, 30, 36]
      )
      expect(without).toHaveLength(2)
      expect(quiet).toEqual(without)
      const firstWords = (texts: ReadonlyArray<string> = []) =>
        texts.map((text) => text.split(" ").slice(0, 3).join(" "))
      const usual = firstWords(without)
      expect(usual).toEqual(["UPDATE spending_holds SET", "UPDATE spending_scopes SET"])
      // The statement that adds to the five scopes notes that each has reached a tenth, or some.
      expect(firstWords(tenth)).toEqual(usual)
      expect(firstWords(tenths)).toEqual(usual)
      const five = Array.from({ length: 5 }, () => "INSERT INTO alerts")
      expect(firstWords(crossing)).toEqual([...usual, ...five])
      // 80 and 100 %.
      expect(firstWords(last)).toEqual([...usual, ...five, ...five])
      const levels = (yield* store.scopes(
        scopesOf(OrganizationId.make("11111111-1111-4111-8111-111111111101")),
        START
      )).map(({ level }) => level)
      expect(levels).toEqual([10, 10, 10, 10, 10])
    })
)
