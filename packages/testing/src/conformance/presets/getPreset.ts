import { notFound, reads, record, UUID } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { presetSlug } from "../Ids.js"
import { about, type Family } from "../Subject.js"
import { given, hidden } from "./preset.js"

const readers: Family = (subject) => [
  subject.test("an ordinary key reads a preset of its workspace", ({ api, own, path, run }) =>
    api.get(path, record({ slug: own }), run.plain)
  ),
  subject.test("the other organization's management key reads its own", ({ account, api, run }) =>
    api.get(`/presets/${account.OTHER_PRESET_SLUG}`, record({ slug: account.OTHER_PRESET_SLUG }), run.other)
  ),
  subject.test("the version in use is the designated one", ({ api, path }) =>
    api.get(path, reads({ "data.designated_version.id": UUID, "data.designated_version.version": 1 }))
  ),
  hidden(subject, "an ordinary key cannot read a preset of another workspace", (slug) => `/presets/${slug}`),
  subject.refuses("a slug in capitals", ({ at, own }) => at(own.toUpperCase()), notFound)
]

export const getPreset = about(
  "getPreset",
  { ids: presetSlug, given, expect: ({ own }) => record({ slug: own }) },
  general,
  ids,
  rateLimit,
  readers
)
