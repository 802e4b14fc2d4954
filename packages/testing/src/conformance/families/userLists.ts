import { badRequest, tooLarge } from "../answers.js"
import { each } from "../each.js"
import { repeated } from "../requests.js"
import type { Family } from "../Subject.js"

/** A field of a body that lists users or keys. */
export interface UserList {
  readonly name: string
  /** A user that exists. */
  readonly user: string
  /** An id that does not exist. @default short texts, each another one */
  readonly unknown?: string
  readonly most: number
}

/** The body that holds this list, written as JSON. */
export const listing = ({ name }: UserList, ids: string) => `{"${name}":${ids}}`

/** This many unknown ids. */
export const manyIds = ({ name, unknown }: UserList, count: number) =>
  repeated(`{"${name}":[`, `"${unknown ?? "u%d"}",`, count - 1, `"${unknown ?? "z"}"]}`)

/** Bodies without a valid list, by what is wrong. */
const badLists = (of: UserList): Readonly<Record<string, string>> => {
  const { name, user } = of
  const list = (ids: string) => listing(of, ids)
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

/** A list of at least one user. Anything else is refused. */
export const userLists =
  (of: UserList): Family =>
  ({ refuses, spares }) => [
    ...each(badLists(of), (name, body) => spares(`list: ${name}`, { body }, badRequest)),
    refuses(`list: ${(of.most + 1).toLocaleString("en")} ids`, manyIds(of, of.most + 1), badRequest),
    // 350 KiB: more than the body limit of an operation that takes 100 ids, and less than that of one that takes 1,000.
    refuses(
      "list: 40,000 ids",
      manyIds(of, 40_001),
      of.most > 100 && of.unknown === undefined ? badRequest : tooLarge,
      {
        why: "SQLite allows 32,766 bound variables: unbounded IN (...) becomes a 500"
      }
    ),
    refuses("list: 200,000 ids", manyIds(of, 200_001), tooLarge),
    spares(
      "list: an issue names the path, not the value",
      { body: listing(of, '["a","canary-91\\n"]') },
      {
        ...badRequest,
        json: { "error.metadata.issues.0.path": { $min: 1, $includes: of.name } },
        absent: ["canary"]
      }
    )
  ]
