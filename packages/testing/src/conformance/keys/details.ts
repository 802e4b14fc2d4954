import { not, wrongTypes } from "../families/fields.js"
import { all } from "../Subject.js"

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, "x"]))

/** As many metadata as a key can have. */
export const MOST_METADATA = { ...pairs(15), ["k".repeat(64)]: "v".repeat(512) }

const badMetadata = [
  JSON.stringify(pairs(17)),
  '{"":"x"}',
  `{"${"a".repeat(65)}":"x"}`,
  `{"a":"${"a".repeat(513)}"}`,
  '{"a":"b\\u0000"}',
  '{"a":1}',
  '{"a":null}',
  '{"a":{}}',
  '{"__proto__":"x"}'
]

const noTimes = ['"tomorrow"', '"2031-01-01"', '"2020-01-01T00:00:00Z"', "0", '""', "false"]

/** Metadata, an external id and an expiration time: everything that is no such thing is refused. */
export const details = all(
  not("metadata", '"x"', "1", "true", "[]", '"{}"', ...badMetadata),
  wrongTypes("external_id", '"x"', '"null"', "null"),
  not("external_id", `"${"a".repeat(256)}"`, '"a\\nb"'),
  not("expires_at", ...noTimes)
)
