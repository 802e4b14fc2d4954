import { is, notFound, record } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { presetSlug } from "../Ids.js"
import { about, type Family } from "../Subject.js"
import { given, hidden, versionsOf } from "./preset.js"

const first = record({ version: 1 })

/** Numbers that no version has, or texts that are none. */
const others = "2 0 01 -1 +1 1.0 1e0 1%20 0x1 a %31%31 999999999999999 9007199254740993".split(" ")

const numbers: Family = (subject) => [
  subject.test("a later version", async ({ api, made }) => {
    const path = versionsOf(await made.preset())
    await api.post(path, { config: { top_k: 1 } }, is(201))
    await api.get(`${path}/2`, record({ version: 2, config: { top_k: 1 } }))
  }),
  ...[...others, "a".repeat(500)].map((version) =>
    subject.test(`version: ${version.slice(0, 20)}`, async ({ api, made }) =>
      api.get(`${versionsOf(await made.preset())}/${version}`, notFound)
    )
  ),
  subject.test("an ordinary key reads a version of a preset of its workspace", ({ api, path, run }) =>
    api.get(path, first, run.plain)
  ),
  hidden(subject, "an ordinary key reads nothing of a preset of another workspace", (slug) => `${versionsOf(slug)}/1`)
]

export const getPresetVersion = about(
  "getPresetVersion",
  { ids: presetSlug, path: () => ({ version: "1" }), given, expect: () => first },
  general,
  ids,
  rateLimit,
  numbers
)
