import { badRequest, tooLarge } from "../Expectation.js"
import type { Family } from "../Subject.js"

/** A field of a body that lists users or keys. */
export interface UserList {
  readonly name: string
  /** An id that does not exist. @default short texts, each another one */
  readonly unknown?: string
  readonly most: number
}

/** The body that holds this list, written as JSON. */
export const listing = ({ name }: UserList, ids: string) => ({ body: `{"${name}":${ids}}` })

/** A body that lists these ids. */
export const selecting = (list: UserList, ...ids: ReadonlyArray<string>) => listing(list, JSON.stringify(ids))

/** This many unknown ids. */
export const manyIds = (list: UserList, count: number) =>
  listing(list, JSON.stringify(Array.from({ length: count }, (_, i) => list.unknown ?? `u${i}`)))

/** Bodies without a valid list, by what is wrong. */
const badLists = (of: UserList, user: string): Readonly<Record<string, string>> => {
  const { name } = of
  const list = (ids: string) => listing(of, ids).body
  const short = name.replace("user_", "")
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return {
    missing: "{}",
    empty: list("[]"),
    null: list("null"),
    "a text": list(`"${user}"`),
    "a number": list("1"),
    "an object": list('{"0":"u1","length":1}'),
    "null inside": list("[null]"),
    "an empty id inside": list('[""]'),
    "an empty id among good ones": list(`["${user}",""]`),
    "a number inside": list(`["${user}",1]`),
    "a boolean inside": list("[true]"),
    "an object inside": list(`[{"id":"${user}"}]`),
    nested: list('[["u1"]]'),
    "given twice": `{"${name}":["no-such-user"],"${name}":["${user}"]}`,
    "without a name": `["${user}"]`,
    misspelt: `{"${short}":["u1"]}`,
    "in camel case": `{"${camel}":["${user}"]}`,
    "below __proto__": `{"__proto__":${list(`["${user}"]`)}}`,
    truncated: `{"${name}":["${user}"`,
    "a trailing comma": list(`["${user}",]`),
    "in an empty document": ""
  }
}

/** A list of at least one user, found in a valid body. Anything else is refused. */
export const userLists =
  (of: UserList): Family =>
  ({ refuses, spares }) => {
    const userIn = (body: unknown): string => JSON.parse(String(body))[of.name][0]
    return [
      ...Object.keys(badLists(of, "")).map((name) =>
        spares(`list: ${name}`, ({ good }) => ({ body: badLists(of, userIn(good.body))[name] ?? "" }), badRequest)
      ),
      refuses(`list: ${(of.most + 1).toLocaleString("en")} ids`, () => manyIds(of, of.most + 1), badRequest),
      // SQLite allows 32,766 bound variables: an unbounded IN (...) becomes a 500. These are 350 KiB: more than the body limit of an
      // operation that takes 100 ids, and less than that of one that takes 1,000.
      refuses(
        "list: 40,000 ids",
        () => manyIds(of, 40_001),
        of.most > 100 && of.unknown === undefined ? badRequest : tooLarge
      ),
      refuses("list: 200,000 ids", () => manyIds(of, 200_001), tooLarge),
      spares("list: an issue names the path, not the value", listing(of, '["a","canary-91\\n"]'), {
        ...badRequest,
        check: (body) => (JSON.stringify(body).includes(`"path":["${of.name}"`) ? [] : [`no issue names ${of.name}`]),
        absent: ["canary"]
      })
    ]
  }
