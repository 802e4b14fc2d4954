import { about } from "../about.js"
import { notFound, record } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { asPlain, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { presetSlug } from "./getPreset.js"
import { hidden, newVersion, versionsOf } from "./versions.js"

const first = record("PresetVersion", { version: 1 })

/** Numbers that no version has, or texts that are none. */
const others = "2 0 01 -1 +1 1.0 1e0 1%20 0x1 a %31%31 999999999999999 9007199254740993 {a*500}".split(" ")

const numbers: Family = ({ asks, path, refuses, sends }) => {
  const at = (version: string) => ({ path: path.replace(/1$/, version) })
  const setup = ["preset-fresh"] as const
  return [
    asks("a later version", at("2"), record("PresetVersion", { version: 2, config: { top_k: 1 } }), {
      basis: "spec",
      setup,
      before: [newVersion]
    }),
    ...others.map((version) => refuses(`version: ${version}`, at(version), notFound, { setup })),
    sends("an ordinary key reads a version of a preset of its workspace", get(path, asPlain), first),
    hidden(sends, `${versionsOf("{FRESH_NAME}")}/1`)
  ]
}

export const getPresetVersion = about(
  "getPresetVersion",
  { ids: presetSlug, path: { version: "1" }, success: { expect: first } },
  general,
  ids,
  rateLimit,
  numbers
)
