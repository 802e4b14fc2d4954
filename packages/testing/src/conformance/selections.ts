import type { Draft } from "./Case.js"
import { type Expectation, is, reads } from "./Expectation.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { rateLimit } from "./families/rateLimit.js"
import { badTexts } from "./families/texts.js"
import { unknownFields } from "./families/unknownFields.js"
import { listing, manyIds, selecting, type UserList, userLists } from "./families/userLists.js"
import type { Ids } from "./Ids.js"
import type { Run } from "./Run.js"
import { about, asking, type Cases, sparing } from "./Subject.js"

/** An object with the user or key that a request lists. */
export interface Selected {
  readonly own: string
  readonly selected: string
}

interface Selection {
  readonly ids: Ids
  readonly list: UserList
  /** The object of requests that use nothing up. */
  readonly given: (run: Run) => string | Promise<string>
  /** The same where the rate limit is asked for. @default `given` */
  readonly limited?: (run: Run) => Promise<string>
  /** Makes an object and the user or key of the list, to which the operation has not been applied. */
  readonly fresh: (run: Run) => Promise<Selected>
  /** The answer that counts so many. */
  readonly counts: (count: 0 | 1, of: Selected) => Expectation
  /** The path that lists the users or keys of the object. @default none */
  readonly listed?: (own: string) => string
  /** Fields that the operation does not take, with a value as JSON. @default `all` */
  readonly unknown?: Readonly<Record<string, string>>
}

/** Ids of users similar to the one of the list, which must not match it. */
export const similarIds =
  ({ counts, list }: Pick<Selection, "counts" | "list">): Cases<Selected> =>
  ({ spares }) =>
    Object.entries<(user: string) => ReadonlyArray<string>>({
      SQL: () => ["x') OR ('1'='1"],
      "with a trailing space": (user) => [`${user} `],
      "a longer one": (user) => [`x${user}`],
      "LIKE wildcards": () => ["%", "_"],
      "a list inside a text": (user) => [`["${user}"]`]
    }).map(([name, ids]) =>
      spares(
        `similar id: ${name}`,
        ({ of }) => selecting(list, ...ids(of.selected)),
        ({ of }) => counts(0, of)
      )
    )

const counted =
  ({ counts, list, listed }: Selection): Cases<Selected> =>
  ({ test }) => {
    const { unknown = "no-such-user" } = list
    const counting = (name: string, ids: (selected: string) => ReadonlyArray<string>) =>
      test(name, ({ ask, of }) => ask(selecting(list, ...ids(of.selected)), counts(1, of)))
    return [
      test("unknown ids are not counted", ({ ask, of }) => ask(selecting(list, unknown), counts(0, of))),
      test(`${list.most.toLocaleString("en")} ids`, ({ ask, of }) => ask(manyIds(list, list.most), counts(0, of))),
      test("the second time, none is counted", async ({ ask, of }) => {
        await ask({}, counts(1, of))
        await ask({}, counts(0, of))
      }),
      counting("duplicates count once", (selected) => [selected, selected]),
      counting("unknown ids are skipped", (selected) => [unknown, selected, unknown]),
      test("concurrent requests count once", async ({ api, ask, good, of, request }) => {
        await api.together(10, request(good), is(200), { 200: 10 })
        await ask({}, counts(0, of))
        if (listed !== undefined) await api.get(listed(of.own), reads({ total_count: 1 }))
      })
    ]
  }

/** The cases of an operation that takes a list of users or keys: those of every such operation, and more. */
export const selections = (
  operationId: string,
  selection: Selection,
  ...more: ReadonlyArray<Cases<Selected>>
): ReadonlyArray<Draft> => {
  const { counts, fresh, given, ids: id, limited = given, list, unknown = { all: "true" } } = selection
  const nobody = selecting(list, list.unknown ?? "no-such-user").body
  const badId = { name: "an id", body: (text: string) => listing(list, `[${text}]`).body }
  const unselected = (made: Selection["given"]) => async (run: Run) => ({
    own: await made(run),
    selected: list.unknown ?? "no-such-user"
  })
  return about<Selected>(
    operationId,
    {
      ids: id,
      given: unselected(given),
      fresh,
      body: ({ selected }) => selecting(list, selected).body,
      expect: (of) => counts(1, of),
      invalid: { body: "{}" }
    },
    sparing<Selected>(general),
    ids,
    sparing<Selected>(badTexts(badId)),
    unknownFields(unknown),
    userLists(list),
    asking<Selected>({ given: unselected(limited), body: () => nobody, expect: (of) => counts(0, of) }, rateLimit),
    counted(selection),
    ...more
  )
}
