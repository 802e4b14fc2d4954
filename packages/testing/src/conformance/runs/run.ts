import type { Fields } from "../Change.js"
import { badRequest, conflict, type Expectation, notFound, record, within } from "../Expectation.js"
import { type Ids, UNKNOWN_UUID } from "../Ids.js"
import type { Run } from "../Run.js"
import { body } from "../Sent.js"
import type { Cases, Family } from "../Subject.js"

/** The path of a run as a segment of a URL. */
const segmentOf = (path: string) => encodeURIComponent(path)

const pathOf = (segment: string) => decodeURIComponent(segment)

/** The run of the account, which has one above it. */
export const given = ({ account }: Run) => ({ own: segmentOf(account.RUN_PATH) })

/** The stopped run of the account, which no case resumes. */
export const givenStopped = ({ account }: Run) => ({ own: segmentOf(account.STOPPED_RUN_PATH) })

/** Success with the run of a segment, some of whose fields are given. */
export const runOf = (segment: string, fields: Fields = {}): Expectation => record({ path: pathOf(segment), ...fields })

/** Other spellings of a segment: percent-encoded octets are compared as what they encode (RFC 3986, section 6.2.2). */
const same: Ids["same"] = {
  "the slash escaped in lower case": (own) => own.replaceAll("%2F", "%2f"),
  "a letter escaped": (own) => own.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
}

/** Segments that are no path of a run, or no segment. */
export const noPath: Readonly<Record<string, (own: string) => string>> = {
  "a raw slash in place of an escaped one": pathOf,
  "escaped twice": (own) => own.replaceAll("%", "%25"),
  "with an empty name at the end": (own) => `${own}%2F`,
  "with an empty name at the beginning": (own) => `%2F${own}`,
  "with an empty name between": (own) => own.replaceAll("%2F", "%2F%2F"),
  "with two dots as a name": (own) => `${own}%2F..`,
  "with a dot as a name": (own) => `.%2F${own}`,
  "three dots": () => "...",
  "a name of 129 letters": () => "a".repeat(129),
  "nine names": () => Array.from({ length: 9 }, () => "a").join("%2F")
}

/** The path of a run in the URL. */
export const runPath: Ids = {
  theirs: ({ OTHER_RUN_PATH }) => segmentOf(OTHER_RUN_PATH),
  unknownId: "no-such-run",
  same,
  more: {
    ...noPath,
    "the id minus one character": (own) => own.slice(0, -1),
    "the id in upper case": (own) => pathOf(own).toUpperCase().replaceAll("/", "%2F"),
    "the last name alone": (own) => own.slice(own.lastIndexOf("%2F") + 3)
  }
}

/** Segments that are no path, where an unknown path is no refusal. */
export const segments =
  (expect: Expectation): Family =>
  ({ refuses }) =>
    Object.entries(noPath).map(([name, spell]) =>
      refuses(`path: ${name}`, ({ at, own }) => at(spell(`${own}%2Fa`)), name.startsWith("a raw") ? notFound : expect)
    )

/** The refusal of a run. */
export const refused = (
  reason: string,
  segment: string,
  stored: Fields | null = null,
  stated: Fields | null = null
): Expectation => ({
  ...conflict(reason),
  json: within("error.metadata", { reason, run: pathOf(segment), stored, stated })
})

/** No run above the one in the path. */
export const without = (segment: string) => refused("run_not_found", segment)

/** The workspace and the organization of a run, in a body. */
export const places: Cases<{ readonly own: string }> = ({ asks, refuses }) => [
  asks(
    "the organization of the key",
    ({ account, by, run }) => ({ ...by(run.manager), ...body({ workspace_id: account.WORKSPACE_ID }) }),
    ({ expect }) => expect
  ),
  refuses("an unknown workspace", body({ workspace_id: UNKNOWN_UUID }), notFound),
  refuses(
    "another organization's workspace",
    ({ account }) => body({ workspace_id: account.OTHER_WORKSPACE_ID }),
    notFound
  ),
  ...["workspace_id", "organization_id"].flatMap((name) =>
    ['"x"', "null", "1"].map((value) => refuses(`${name}: not ${value}`, { body: `{"${name}":${value}}` }, badRequest))
  ),
  refuses("another organization than that of the key", body({ organization_id: UNKNOWN_UUID }), {
    ...badRequest,
    json: { "error.metadata.issues.0.path": ["organization_id"] }
  })
]
