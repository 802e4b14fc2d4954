import type { Draft } from "./Case.js"
import type { Target } from "./Change.js"
import { type Expectation, is, notFound, ok } from "./Expectation.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { LIMIT, limited } from "./families/rateLimit.js"
import type { Way } from "./Given.js"
import type { Ids } from "./Ids.js"
import type { Run } from "./Run.js"
import { about, type Cases, type Family, sparing } from "./Subject.js"

interface Deletion<T extends Target> extends Pick<Way<T>, "path"> {
  readonly ids: Ids
  /** Makes what is deleted. */
  readonly fresh: (run: Run) => Promise<T>
  /** @default `{ "deleted": true }` */
  readonly answer?: Expectation
}

const deletion: Family = ({ idle, operation, test, way }) => [
  test("of concurrent deletions, one succeeds", ({ api, expect, request }) =>
    api.together(10, request(), expect, { 200: 1, 404: 9 })),
  test("rate limit: an unknown id counts", async ({ run }) => {
    const { api, at, request } = await idle(await run.limited(LIMIT))
    const unknown = request(at(way.ids?.unknownId ?? operation.id))
    await api.repeat(LIMIT, unknown, notFound)
    await api.send(unknown, limited)
    await api.get("/presets", is(200))
  })
]

/** The cases of an operation that deletes a record: those of every deletion, and more. */
export const deletions = <T extends Target>(
  operationId: string,
  { answer = ok({ deleted: true }), ...way }: Deletion<T>,
  ...more: ReadonlyArray<Cases<T>>
): ReadonlyArray<Draft> =>
  about<T>(
    operationId,
    {
      ...way,
      // Requests that use nothing up need the id alone.
      given: () => ({ own: way.ids.unknownId }) as T,
      expect: () => answer,
      after: ({ api, request }) => api.send(request(), notFound)
    },
    sparing<T>(general, ids),
    deletion,
    ...more
  )
