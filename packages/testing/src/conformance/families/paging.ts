import { badRequest, ok } from "../answers.js"
import type { Expectation } from "../Case.js"
import type { Family } from "../Subject.js"

const integer = { $type: "integer" }

/** A page of at most `most` records of a shape, in this order, with the total count. */
export const page =
  (shape: string, ...order: ReadonlyArray<string>) =>
  (most: number): Expectation =>
    ok({ data: { $each: { $shape: shape }, $max: most, $order: order }, total_count: integer })

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

const refused: Family = ({ path, refuses }) => {
  const named = { "error.metadata.issues.0.path": ["limit"] }
  const digits = "9".repeat(100)
  return [
    ...badQueries.map((query) => refuses(`not ${query}`, { path: `${path}?${query}` }, badRequest)),
    refuses("not a limit of a hundred digits", { path: `${path}?limit=${digits}` }, badRequest),
    refuses("not an offset of a hundred digits", { path: `${path}?offset=${digits}` }, badRequest),
    refuses(
      "limit: the issue names the parameter",
      { path: `${path}?limit=canary77` },
      { ...badRequest, json: named, absent: ["canary77"] }
    )
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

/** A list in pages of 1 to 100 records from an offset, and its default limit. */
export const paging =
  (records: (most: number) => Expectation, standard = 50): Family =>
  (subject) => {
    const { asks, path, request, succeeds } = subject
    const asking = (query: string) => ({ path: `${path}?${query}` })
    const past = (total: unknown) => ok({ data: [], total_count: total })
    return [
      ...refused(subject),
      ...taken(standard).map(([name, query, most]) =>
        most === null ? succeeds(name, asking(query)) : asks(name, asking(query), records(most))
      ),
      asks("offset: past the end", asking("offset=1000000"), past(integer)),
      asks("offset: far past the end", asking("offset=9007199254740991&limit=1"), past(integer)),
      asks(
        "the total is the same on every page",
        asking("limit=1"),
        ok({ data: { $max: 1 }, total_count: { $number: "{TOTAL}" } }),
        {
          before: [{ request: request(asking("limit=100")), expect: { status: 200, save: { TOTAL: "total_count" } } }],
          follow: [{ request: request(asking("offset=1000000")), expect: past({ $number: "{TOTAL}" }) }]
        }
      )
    ]
  }
