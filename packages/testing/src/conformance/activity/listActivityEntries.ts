import * as Schema from "effect/Schema"
import { part } from "../Api.js"
import type { Target } from "../Change.js"
import { differences, is, isRecord, ok, rowsOf, TIME, UUID } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { general } from "../families/general.js"
import { inOrder } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { type Given, querying } from "../Given.js"
import { about, type Family } from "../Subject.js"

/** The greatest position that can be stated. */
const FARTHEST = 9_007_199_254_740_991

const Page = Schema.Struct({ data: Schema.Array(Schema.Struct({ position: Schema.Int })), after: Schema.Int })

/** The position of the last entry that there is now. */
const last = async ({ api, path }: Given<Target>): Promise<number> => {
  for (let after = 0; ; ) {
    const page = part(await api.get(`${path}?after=${after}&limit=1000`, is(200)), Page)
    if (page.data.length === 0) return after
    after = page.after
  }
}

/** Checks the entries of a hold after a position. */
const expectEntries = ({ api, path }: Given<Target>, after: number, hold: string, wanted: ReadonlyArray<object>) =>
  api.get(`${path}?after=${after}&limit=1000`, {
    status: 200,
    check: (body) =>
      differences(
        wanted,
        rowsOf(body).filter((row) => isRecord(row) && row["hold_id"] === hold)
      )
  })

const common = {
  ...{ cost_before: null, reason: null, corrected_by: null, was_unknown: false },
  ...{ position: Schema.Int, at: TIME, opened_at: TIME, workspace_id: UUID, user_id: Schema.String },
  ...{ model: "acme/writer", provider: null, labels: {}, amount: 0.25, input_tokens: 0, output_tokens: 0 }
}
const own = { is_byok: false, credential_id: null, basis: null }
const unstated = { is_byok: null, credential_id: null, basis: null }

const entries: Family = ({ asks, test }) => [
  test("a settlement and its correction, in the order in which they were made", async (given) => {
    const { api, made, run } = given
    const after = await last(given)
    const { hash, hold } = await made.holdAlone()
    await api.post(`/holds/${hold}/settle`, { cost: 0.125, credential_id: null }, is(200), run.gateway)
    await api.post(`/holds/${hold}/correct`, { cost: 0.1, reason: "Invoice" }, is(200))
    const of = { ...common, ...own, hold_id: hold, key_hash: hash }
    const corrected = {
      kind: "corrected",
      cost: 0.1,
      cost_before: 0.125,
      reason: "Invoice",
      corrected_by: Schema.String
    }
    await expectEntries(given, after, hold, [
      { ...of, id: hold, kind: "settled", cost: 0.125 },
      { ...of, id: `${hold}:1`, ...corrected }
    ])
  }),
  test("an unknown outcome and its settlement, each as it was then", async (given) => {
    const { api, made, run } = given
    const after = await last(given)
    const { hash, hold } = await made.holdAlone()
    await api.post(`/holds/${hold}/unknown`, undefined, is(200), run.gateway)
    const of = { ...common, hold_id: hold, key_hash: hash }
    const unknown = { ...of, ...unstated, id: hold, kind: "unknown", cost: null }
    await expectEntries(given, after, hold, [unknown])
    await api.post(`/holds/${hold}/settle`, { cost: 0.2, credential_id: null }, is(200), run.gateway)
    const settled = { ...of, ...own, id: `${hold}:0`, kind: "settled", cost: 0.2, was_unknown: true }
    await expectEntries(given, after, hold, [unknown, settled])
  }),
  test("a released hold has no entry", async (given) => {
    const { api, made, run } = given
    const after = await last(given)
    const { hold } = await made.holdAlone()
    await api.post(`/holds/${hold}/release`, undefined, is(200), run.gateway)
    await expectEntries(given, after, hold, [])
  }),
  asks(
    "after: at the end, the page is empty and the position stays",
    querying(`after=${FARTHEST}`),
    ok({ data: [], after: FARTHEST })
  ),
  asks("limit: one thousand", querying("limit=1000"), {
    status: 200,
    check: (body) => (inOrder(rowsOf(body), "position") ? [] : ["body.data is not by position"])
  })
]

export const listActivityEntries = about<Target>(
  "listActivityEntries",
  { expect: () => is(200), invalid: { query: "?limit=0" } },
  general,
  rateLimit,
  filters("after", "0", "-1", "1.5", "1e3", "9007199254740993"),
  filters("limit", "100", "0", "1001", "-1", "1.5"),
  entries
)
