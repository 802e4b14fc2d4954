import { about, asking, sparing, type Way } from "./about.js"
import { reads } from "./answers.js"
import type { Expectation } from "./Case.js"
import type { Draft } from "./Draft.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { rateLimit } from "./families/rateLimit.js"
import { badTexts } from "./families/texts.js"
import { unknownFields } from "./families/unknownFields.js"
import { listing, manyIds, type UserList, userLists } from "./families/userLists.js"
import type { Ids } from "./Ids.js"
import { get } from "./requests.js"
import type { Family } from "./Subject.js"
import type { State } from "./states.js"

interface Selection extends Pick<Way, "path"> {
  readonly ids: Ids
  readonly list: UserList
  /** The states that provide the user or key of the list, to which the operation has not been applied. */
  readonly setup: ReadonlyArray<State>
  /** The answer that counts so many. */
  readonly counts: (count: 0 | 1) => Expectation
  /** The states that provide an object without users or keys. The path also lists them. @default the path does not list them */
  readonly empty?: ReadonlyArray<State>
  /** The states of requests that use nothing up. @default none */
  readonly idle?: ReadonlyArray<State>
  /** Fields that the operation does not take, with a value as JSON. @default `all` */
  readonly unknown?: Readonly<Record<string, string>>
}

/** A body that lists these ids. */
export const selecting = (list: UserList, ...ids: ReadonlyArray<string>) => ({
  body: listing(list, JSON.stringify(ids))
})

/** Ids of users similar to the one of the list, which must not match it. */
export const similarIds =
  ({ counts, list }: Pick<Selection, "counts" | "list">): Family =>
  ({ spares }) =>
    Object.entries({
      SQL: ["x') OR ('1'='1"],
      "with a trailing space": [`${list.user} `],
      "a longer one": [`x${list.user}`],
      "LIKE wildcards": ["%", "_"],
      "a list inside a text": [`["${list.user}"]`]
    }).map(([name, ids]) => spares(`similar id: ${name}`, selecting(list, ...ids), counts(0)))

/** The same family with more states for each case. */
const prepared =
  (states: ReadonlyArray<State>, family: Family): Family =>
  (subject) =>
    family({
      ...subject,
      asks: (name, change, expect, details) =>
        subject.asks(name, change, expect, { ...details, setup: [...(details?.setup ?? []), ...states] })
    })

const counted =
  ({ counts, empty, idle = [], list, setup }: Selection): Family =>
  ({ asks, good, path, request }) => {
    const { unknown = "no-such-user", user } = list
    const again = { request: request(good), expect: counts(0) }
    const listed = { request: get(path), expect: reads({ total_count: 1 }) }
    return [
      asks("unknown ids are not counted", selecting(list, unknown), counts(0), { basis: "spec", setup: idle }),
      asks(`${list.most.toLocaleString("en")} ids`, manyIds(list, list.most), counts(0), { setup: idle }),
      asks("the second time, none is counted", good, counts(0), {
        setup,
        before: [{ request: request(good), expect: counts(1) }]
      }),
      asks("duplicates count once", selecting(list, user, user), counts(1), { setup }),
      asks("unknown ids are skipped", selecting(list, unknown, user, unknown), counts(1), { setup }),
      asks(
        "concurrent requests count once",
        { ...good, concurrent: 10 },
        { status: 200, tally: { "200": 10 } },
        { basis: "derived", setup: [...setup, ...(empty ?? [])], follow: [again, ...(empty ? [listed] : [])] }
      )
    ]
  }

/** The cases of an operation that takes a list of users or keys: those of every such operation, and more. */
export const selections = (
  operationId: string,
  selection: Selection,
  ...more: ReadonlyArray<Family>
): ReadonlyArray<Draft> => {
  const { counts, idle = [], list, setup, unknown = { all: "true" }, ...way } = selection
  const { body } = selecting(list, list.unknown ?? "no-such-user")
  const badId = { name: "an id", body: (text: string) => listing(list, `[${text}]`) }
  return about(
    operationId,
    { ...way, success: { ...selecting(list, list.user), setup, expect: counts(1) }, body, invalid: { body: "{}" } },
    sparing(general),
    ids,
    sparing(badTexts(badId)),
    unknownFields(unknown),
    userLists(list),
    prepared(idle, asking({ body, expect: counts(0) }, rateLimit)),
    counted(selection),
    ...more
  )
}
