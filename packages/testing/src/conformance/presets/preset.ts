import type { Target } from "../Change.js"
import { is, notFound } from "../Expectation.js"
import type { Run } from "../Run.js"
import type { Subject } from "../Subject.js"

/** The preset of the account. */
export const given = ({ account }: Run) => ({ own: account.PRESET_SLUG })

export const versionsOf = (slug: string) => `/presets/${slug}/versions`

/** An ordinary key cannot read a path of a preset of another workspace. */
export const hidden = (
  { testIdle }: Pick<Subject<Target>, "testIdle">,
  name: string,
  pathOf: (slug: string) => string
) =>
  testIdle(name, async ({ api, made, run }) => {
    const path = pathOf(await made.preset())
    await api.get(path, notFound, run.plain)
    await api.get(path, is(200))
  })
