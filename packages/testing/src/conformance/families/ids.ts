import { badRequest, notFound, tooLarge, unsupported, wrongKind } from "../answers.js"
import type { Expectation } from "../Case.js"
import { each } from "../each.js"
import type { Ids } from "../Ids.js"
import { asPlain, repeated } from "../requests.js"
import { all, type Family } from "../Subject.js"
import { ORDINARY } from "./credentials.js"

export const UNKNOWN = "unknown id"
export const UNKNOWN_INVALID = "unknown id with invalid input"

/** An id of another organization answers like one that does not exist. */
const owners =
  ({ deleted, others = {}, unknownId, same = {}, theirs, untouched }: Ids): Family =>
  ({ at, by, named, operation, refuses, spares, stranger, succeeds }) => {
    // A gateway key has no user.
    const isOfGateways = operation.access === "gateway, else 403"
    const unknown = {
      ...notFound,
      json: { user_id: isOfGateways ? undefined : { $type: "string" } },
      absent: [unknownId]
    }
    const likeUnknown = { ...notFound, sameAs: named(UNKNOWN) }
    const derived = { basis: "derived" } as const
    const gone = deleted && refuses("deleted id", at(deleted.id), likeUnknown, { ...derived, setup: [deleted.setup] })
    const head = refuses("HEAD of an unknown id", { ...at(unknownId), method: "HEAD" }, { status: 404 })
    return [
      refuses(UNKNOWN, at(unknownId), unknown, { basis: "spec" }),
      refuses("another organization's id", at(theirs), likeUnknown, {
        ...derived,
        ...(untouched && { follow: [untouched] })
      }),
      spares(
        `the other organization's ${isOfGateways ? "gateway" : "management"} key`,
        by(stranger),
        notFound,
        derived
      ),
      ...(gone === undefined ? [] : [gone]),
      ...(operation.method === "GET" ? [head] : []),
      ...each(same, (name, id) => succeeds(`id: ${name}`, at(id))),
      ...each(others, (name, id) => refuses(`id: ${name}`, at(id), likeUnknown))
    ]
  }

/** The kind of key is checked before the id is looked up. */
const kinds =
  ({ unknownId }: Ids): Family =>
  ({ at, by, named, operation, refuses }) => {
    const refused = wrongKind(operation)
    if (refused === null) return []
    const alike = { ...refused, sameAs: named(ORDINARY) }
    return [
      refuses("an ordinary key with an unknown id", { ...at(unknownId), ...by(asPlain) }, alike),
      refuses("an ordinary key with a malformed id", { ...at("abc"), ...by(asPlain) }, alike)
    ]
  }

/** The input is checked first, so that the answer does not depend on what exists. */
const input =
  ({ unknownId, own, theirs }: Ids): Family =>
  ({ invalid, named, path, refuses }) => {
    const at = (id: string) => ({ ...invalid, path: (invalid?.path ?? path).replace(own, id) })
    if (invalid === undefined) return []
    const alike = { ...badRequest, sameAs: named(UNKNOWN_INVALID) }
    return [
      refuses(UNKNOWN_INVALID, at(unknownId), badRequest),
      refuses("another organization's id with invalid input", at(theirs), alike)
    ]
  }

/** Segments that a careless lookup would match; `$` is an id that exists. */
const tempting = ["constructor __proto__ %25 * $%20 {PLAIN_KEY}", "1'%20OR%20'1'='1 x'%20OR%20'1'='1 x'%20OR%201=1--"]

/** Segments that do not have the form of an id. */
const misshapen = [
  "$0 %20$ $%0A $%00 %7B$%7D %22$%22 $,$ $;x=1 $%2F $%2F..%2Fx $%0d%0aX-Injected:%201",
  "abc 0 -1 _ null undefined %20 %2e%2e%2fkeys ..%2F..%2Fpresets {a*10000}",
  // Digits of other scripts, an emoji, overlong UTF-8, double escapes and broken ones.
  "%D9%A1%D9%A2 %EF%BC%91 %F0%9F%94%91 %C0%AF %2525 %zz %"
]

const malformed =
  ({ malformed = notFound, more = [], own }: Ids): Family =>
  ({ at, refuses }) => {
    const expect = { ...malformed, headers: { "x-injected": null } }
    const tolerant = { ...expect, alt: [malformed.status === 404 ? 400 : 404] }
    const ask = (segments: ReadonlyArray<string>, expect: Expectation) =>
      segments
        .flatMap((line) => line.split(" "))
        .map((segment) => segment.replaceAll("$", own))
        .map((segment) => refuses(`id: ${segment}`, at(segment), expect))
    return [...ask(tempting, expect), ...ask([...misshapen, ...more], tolerant)]
  }

/** The content type and the size of a body are checked before the path. */
const bodies: Family = ({ at, caller, operation, refuses, takesBody }) => {
  const asText = { ...caller, "Content-Type": "text/plain" }
  if (!takesBody) return []
  return [
    refuses("a malformed id with a wrong content type", { ...at("abc"), headers: asText }, unsupported),
    refuses(
      "a malformed id with an oversized body",
      { ...at("abc"), ...repeated("", "{", operation.maxBodyBytes + 1, "") },
      tooLarge
    )
  ]
}

/** Ids in the path: unknown, of another organization, and malformed. */
export const ids: Family = (subject) => {
  const { ids, named } = subject
  if (ids === undefined) throw new Error(`${named("the cases")} say nothing of the id in its path.`)
  return all(owners(ids), kinds(ids), input(ids), bodies, malformed(ids))(subject)
}
