import * as Schema from "effect/Schema"
import { part } from "../Api.js"
import { badRequest, type Expectation, isRecord, ok, rowsOf } from "../Expectation.js"
import { querying } from "../Given.js"
import type { Family } from "../Subject.js"

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (typeof a === "number" && typeof b === "number") return a - b
  return String(a) < String(b) ? -1 : 1
}

/** Whether the rows are sorted by these fields. A leading `-` means descending. */
export const inOrder = (rows: ReadonlyArray<unknown>, ...fields: ReadonlyArray<string>) =>
  rows.every((row, i) => {
    const before = rows[i - 1]
    if (!isRecord(row) || !isRecord(before)) return true
    for (const field of fields) {
      const name = field.replace(/^-/, "")
      const order = compare(before[name], row[name])
      if (order !== 0) return field.startsWith("-") ? order > 0 : order < 0
    }
    return true
  })

/** A page of at most `most` records, in this order. */
export const page =
  (...order: ReadonlyArray<string>) =>
  (most: number): Expectation => ({
    status: 200,
    check: (body) => [
      ...(rowsOf(body).length <= most ? [] : [`body.data has more than ${most} items`]),
      ...(inOrder(rowsOf(body), ...order) ? [] : [`body.data is not by ${order.join(", ")}`])
    ]
  })

/** Invalid numbers in a query: only plain decimal digits are valid. */
const badNumbers = [
  "1.5 0.5 5. 5.0 1e1 1e999 5n 1,5 1_0 0x10 0o7 9007199254740993 9223372036854775808",
  "-1 -0 %2B5 5+ %205%20 5%00 5%0A %5B5%5D %zz %D9%A5 %EF%BC%95",
  "abc NULL undefined true NaN Infinity 1%3BDROP%20TABLE%20x 0%20UNION%20SELECT%201"
].flatMap((values) => values.split(" "))

/** Misspelt and repeated parameters. */
const badQueries = [
  ...["limit", "offset"].flatMap((name) => [name, `${name}=`, ...badNumbers.map((value) => `${name}=${value}`)]),
  ...["limit=0", "limit=101", "limit=1000", "%6Cimit=0"],
  ...["limit=1&limit=100", "limit=1&limit=1", "limit=1&limit=", "limit=1&offset=-1"],
  ...["offset=0&offset=5", "offset=0&limit=0"]
]

const refused: Family = ({ refuses }) => {
  const refusing = (name: string, query: string, expect: Expectation = badRequest) =>
    refuses(name, querying(query), expect)
  const digits = "9".repeat(100)
  return [
    ...badQueries.map((query) => refusing(`not ${query}`, query)),
    refusing("not a limit of a hundred digits", `limit=${digits}`),
    refusing("not an offset of a hundred digits", `offset=${digits}`),
    refusing("limit: the issue names the parameter", "limit=canary77", {
      ...badRequest,
      json: { "error.metadata.issues.0.path": ["limit"] },
      absent: ["canary77"]
    })
  ]
}

/** Valid queries, with the most records that each returns; null for the default page. */
const taken = (standard: number): ReadonlyArray<readonly [name: string, query: string, most: number | null]> => [
  ["limit: one", "limit=1", 1],
  ["limit: one hundred", "limit=100", 100],
  ["limit: the default", `limit=${standard}`, null],
  ["limit: null counts as omitted", "limit=null", null],
  ["limit: escaped digits", "limit=%31", 1],
  ["limit: with brackets is another name", "limit[]=5", null],
  ["offset: zero", "offset=0", null],
  ["offset: null counts as omitted", "offset=null", null],
  ["limit and offset", "limit=2&offset=1", 2],
  ["names in another case are unknown names", "LIMIT=0&Offset=-1", null],
  ["unknown names are ignored", "foo=bar", null],
  ["unknown names beside known ones", "limit=1&page=0&cursor=%00", 1],
  ["an empty query", "", null],
  ["stray ampersands", "&&limit=1&", 1]
]

const Total = Schema.Struct({ total_count: Schema.Int })

/** A list in pages of 1 to 100 records from an offset, and its default limit. */
export const paging =
  (records: (most: number) => Expectation, standard = 50): Family =>
  (subject) => {
    const { asks, testIdle, succeeds } = subject
    const past = (total: unknown) => ok({ data: [], total_count: total })
    const asking = (name: string, query: string, expect: Expectation) => asks(name, querying(query), expect)
    return [
      ...refused(subject),
      ...taken(standard).map(([name, query, most]) =>
        most === null ? succeeds(name, querying(query)) : asking(name, query, records(most))
      ),
      asking("offset: past the end", "offset=1000000", past(Schema.Int)),
      asking("offset: far past the end", "offset=9007199254740991&limit=1", past(Schema.Int)),
      testIdle("the total is the same on every page", async ({ api, path, request }) => {
        const at = (query: string) => request({ path: `${path}?${query}` })
        const { total_count } = part(await api.send(at("limit=100"), { status: 200 }), Total)
        await api.send(at("limit=1"), { ...records(1), json: { total_count } })
        await api.send(at("offset=1000000"), past(total_count))
      })
    ]
  }
