import { is } from "../Expectation.js"
import { page } from "../families/paging.js"
import { presetSlug } from "../Ids.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"
import { given, hidden, versionsOf } from "./preset.js"

const versions = page("version")

const rows: Family = (subject) => [
  subject.test("all versions are listed in ascending order", async ({ api, made }) => {
    const path = versionsOf(await made.preset())
    await api.post(path, { config: { top_k: 1 } }, is(201))
    await api.post(path, { config: { top_k: 1 } }, is(201))
    await api.get(`${path}?offset=1`, { ...versions(2), json: { "data.0.version": 2, total_count: 3 } })
  }),
  subject.test("an ordinary key reads the versions of a preset of its workspace", ({ api, path, run }) =>
    api.get(path, versions(50), run.plain)
  ),
  hidden(subject, "an ordinary key reads nothing of a preset of another workspace", versionsOf)
]

export const listPresetVersions = lists("listPresetVersions", { ids: presetSlug, given, page: versions }, rows)
