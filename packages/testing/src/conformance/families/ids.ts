import * as Schema from "effect/Schema"
import type { Change, Target } from "../Change.js"
import { badRequest, type Expectation, is, notFound, tooLarge, unsupported, wrongKind } from "../Expectation.js"
import type { Given } from "../Given.js"
import type { Ids } from "../Ids.js"
import { all, type Family } from "../Subject.js"

const UNKNOWN = "unknown id"

/** An id of another organization answers like one that does not exist. */
const owners =
  ({ deleted, others = {}, same = {}, theirs, unknownId, untouched }: Ids): Family =>
  ({ alike, testIdle, operation, refuses, spares, succeeds }) => {
    // A gateway key has no user.
    const isOfGateways = operation.access === "gateway, else 403"
    const unknown = {
      ...notFound,
      json: { user_id: isOfGateways ? undefined : Schema.String },
      absent: [unknownId]
    }
    const likeUnknown = (name: string, change: (given: Given<Target>) => Change) =>
      alike(name, change, notFound, ({ at }) => at(unknownId))
    return [
      refuses(UNKNOWN, ({ at }) => at(unknownId), unknown),
      untouched === undefined
        ? likeUnknown("another organization's id", ({ account, at }) => at(theirs(account)))
        : testIdle("another organization's id", async (given) => {
            const { account, at } = given
            await likeUnknown("", () => at(theirs(account))).run(given.run)
            await untouched(given.run, theirs(account))
          }),
      spares(
        `the other organization's ${isOfGateways ? "gateway" : "management"} key`,
        ({ by, stranger }) => by(stranger),
        notFound
      ),
      ...(deleted === undefined
        ? []
        : [
            testIdle("deleted id", async ({ run }) => {
              const id = await deleted(run)
              await likeUnknown("", ({ at }) => at(id)).run(run)
            })
          ]),
      ...(operation.method === "GET"
        ? [refuses("HEAD of an unknown id", ({ at }) => ({ ...at(unknownId), method: "HEAD" }), is(404))]
        : []),
      ...Object.entries(same).map(([name, spelt]) => succeeds(`id: ${name}`, ({ at, own }) => at(spelt(own)))),
      ...Object.entries(others).map(([name, id]) => likeUnknown(`id: ${name}`, ({ account, at }) => at(id(account))))
    ]
  }

/** The kind of key is checked before the id is looked up. */
const kinds =
  ({ unknownId }: Ids): Family =>
  ({ alike, operation }) => {
    const refused = wrongKind(operation)
    if (refused === null) return []
    const likeOrdinary = (name: string, id: string) =>
      alike(
        name,
        ({ at, by, run }) => ({ ...at(id), ...by(run.plain) }),
        refused,
        ({ by, run }) => by(run.plain)
      )
    return [
      likeOrdinary("an ordinary key with an unknown id", unknownId),
      likeOrdinary("an ordinary key with a malformed id", "abc")
    ]
  }

/** The invalid input at another id. */
export const invalidAt = ({ invalid, own, path }: Given<Target>, id: string): Change => ({
  ...invalid,
  path: (invalid.path ?? path).replace(own, () => id)
})

/** The input is checked first, so that the answer does not depend on what exists. */
const input =
  ({ theirs, unknownId }: Ids): Family =>
  ({ alike, refuses, way }) =>
    way.invalid === undefined
      ? []
      : [
          refuses("unknown id with invalid input", (given) => invalidAt(given, unknownId), badRequest),
          alike(
            "another organization's id with invalid input",
            (given) => invalidAt(given, theirs(given.account)),
            badRequest,
            (given) => invalidAt(given, unknownId)
          )
        ]

/** Segments that a careless lookup would match; `$` is an id that exists. */
const tempting = ["constructor __proto__ %25 * $%20", "1'%20OR%20'1'='1 x'%20OR%20'1'='1 x'%20OR%201=1--"]

/** Segments that do not have the form of an id. */
const misshapen = [
  "$0 %20$ $%0A $%00 %7B$%7D %22$%22 $,$ $;x=1 $%2F $%2F..%2Fx $%0d%0aX-Injected:%201",
  "abc 0 -1 _ null undefined %20 %2e%2e%2fkeys ..%2F..%2Fpresets",
  // Digits of other scripts, an emoji, overlong UTF-8, double escapes and broken ones.
  "%D9%A1%D9%A2 %EF%BC%91 %F0%9F%94%91 %C0%AF %2525 %zz %"
]

const malformed =
  ({ malformed = notFound, more = {} }: Ids): Family =>
  ({ refuses }) => {
    const expect: Expectation = { ...malformed, headers: { "x-injected": null } }
    const tolerant = { ...expect, alt: [malformed.status === 404 ? 400 : 404] }
    const ask = (segments: ReadonlyArray<string>, expect: Expectation) =>
      segments
        .flatMap((line) => line.split(" "))
        .map((segment) => refuses(`id: ${segment}`, ({ at, own }) => at(segment.replaceAll("$", own)), expect))
    return [
      ...ask(tempting, expect),
      refuses("id: an ordinary key", ({ account, at }) => at(account.PLAIN_KEY), expect),
      ...ask(misshapen, tolerant),
      refuses("id: 10,000 letters", ({ at }) => at("a".repeat(10_000)), tolerant),
      ...Object.entries(more).map(([name, id]) =>
        refuses(`id: ${name}`, ({ account, at, own }) => at(id(own, account)), tolerant)
      )
    ]
  }

/** The content type and the size of a body are checked before the path. */
const bodies: Family = ({ operation, refuses, takesBody }) =>
  takesBody
    ? [
        refuses(
          "a malformed id with a wrong content type",
          ({ at, caller }) => ({ ...at("abc"), headers: { ...caller, "Content-Type": "text/plain" } }),
          unsupported
        ),
        refuses(
          "a malformed id with an oversized body",
          ({ at }) => ({ ...at("abc"), body: "{".repeat(operation.maxBodyBytes + 1) }),
          tooLarge
        )
      ]
    : []

/** Ids in the path: unknown, of another organization, and malformed. */
export const ids: Family = (subject) => {
  const { ids } = subject.way
  if (ids === undefined) throw new Error(`The cases of ${subject.id} say nothing of the id in its path.`)
  return all(owners(ids), kinds(ids), input(ids), bodies, malformed(ids))(subject)
}
