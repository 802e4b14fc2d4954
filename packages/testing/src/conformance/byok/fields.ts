import { badRequest } from "../Expectation.js"
import { choices, flag } from "../families/choices.js"
import { not, wrongTypes } from "../families/fields.js"
import { textOrNull } from "../families/texts.js"
import { setting } from "../Given.js"
import { all, type Family } from "../Subject.js"

const list = (count: number, item: string) => JSON.stringify(Array.from({ length: count }, () => item))
const HASH = "0123456789abcdef".repeat(4)

/** The lists that restrict the use of a credential: at most 100 entries; null means no restriction; an empty list allows no use. */
const allowlist = (field: string, item: string, ...bad: ReadonlyArray<string>): Family =>
  all(
    choices(field, "null", "[]", JSON.stringify([item]), list(100, item)),
    ({ refuses }) =>
      [list(101, item), "[null]", "[1]", '[""]', "[[]]", ...bad].map((value, i) =>
        refuses(`${field}: not the list ${i + 1}`, setting(field, value), badRequest)
      ),
    wrongTypes(field, "[]", "null")
  )

/** The fields that a new credential and a change have in common. */
export const fields: Family = all(
  textOrNull("name"),
  flag("disabled"),
  flag("is_fallback"),
  allowlist("allowed_models", "acme/model"),
  allowlist("allowed_user_ids", "ada"),
  allowlist("allowed_api_key_hashes", HASH, '["abc"]', `["${HASH.toUpperCase()}"]`),
  choices("sort_order", "0", "7", "1000000"),
  wrongTypes("sort_order", "0", "1"),
  not("sort_order", "-1", "1.5", "1000001", "1e400", "9007199254740993")
)

const SECRET = "sk-canary-0123456789abcdefghijklmnop"

/** The secret: any text of 1 to 16,384 characters. No answer and no log line contains it. */
export const secrets: Family = (subject) => {
  const { asks, testIdle, refuses } = subject
  const takes = (name: string, value: string, label = "***") =>
    asks(`key: ${name}`, setting("key", JSON.stringify(value)), ({ shows }) => shows({ label }))
  const bad = {
    "17,000 letters": JSON.stringify("a".repeat(17_000)),
    "16,385 letters": JSON.stringify("a".repeat(16_385)),
    "half a surrogate pair": '"\\ud800"'
  }
  return [
    ...wrongTypes("key", '"x"', '"null"', '"x"')(subject),
    ...Object.entries(bad).map(([name, value]) => refuses(`key: not ${name}`, setting("key", value), badRequest)),
    takes("of one character", "k"),
    takes("of 16,384 letters", "a".repeat(16_384), "aaaa...aaaa"),
    takes("a private key in PEM", "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----"),
    takes("a key file in JSON", '{"type":"service_account","key":"abc"}'),
    takes("in text beyond ASCII", "gehe\u00edmnis-\ud83d\udd11-gehe\u00edmnis"),
    testIdle("key: answers and log lines contain at most its ends", async ({ api, request, run, sending, shows }) => {
      const [quiet, middle] = [run.log(), SECRET.slice(4, -4)]
      const sent = request(sending("key", JSON.stringify(SECRET)))
      await api.send(sent, { ...shows({ label: "sk-c...mnop" }), absent: [middle] })
      await quiet(middle)
    })
  ]
}
