import { badRequest } from "../answers.js"
import type { Expectation } from "../Case.js"
import { choices } from "../families/choices.js"
import { type Field, sending, wrongTypes } from "../families/fields.js"
import { texts } from "../families/texts.js"
import type { Family } from "../Subject.js"

type Fielded = (name: string) => Field
type Shown = (name: string) => (value: unknown) => Expectation

const list = (count: number, item: string) => JSON.stringify(Array.from({ length: count }, () => item))
const HASH = "0123456789abcdef".repeat(4)

/** The lists that restrict the use of a credential: at most 100 entries; null means no restriction; an empty list allows no use. */
const allowlist =
  (field: Field, shown: (value: unknown) => Expectation, item: string, ...bad: ReadonlyArray<string>): Family =>
  (subject) => [
    ...choices(field, shown, "null", "[]", JSON.stringify([item]), list(100, item))(subject),
    ...[list(101, item), "[null]", "[1]", '[""]', "[[]]", ...bad].map((value, i) =>
      subject.refuses(`${field.name}: not the list ${i + 1}`, sending(field, value), badRequest)
    ),
    ...wrongTypes(field, "[]", "null")(subject)
  ]

/** The fields that a new credential and a change have in common. */
export const fields = (field: Fielded, shows: Shown): ReadonlyArray<Family> => [
  texts(field("name"), shows("name")),
  choices(field("name"), shows("name"), "null"),
  wrongTypes(field("name"), '"x"', "null", '"null"'),
  choices(field("disabled"), shows("disabled"), "true", "false"),
  wrongTypes(field("disabled"), "false", "true"),
  choices(field("is_fallback"), shows("is_fallback"), "true", "false"),
  wrongTypes(field("is_fallback"), "false", "true"),
  allowlist(field("allowed_models"), shows("allowed_models"), "acme/model"),
  allowlist(field("allowed_user_ids"), shows("allowed_user_ids"), "ada"),
  allowlist(
    field("allowed_api_key_hashes"),
    shows("allowed_api_key_hashes"),
    HASH,
    '["abc"]',
    `["${HASH.toUpperCase()}"]`
  ),
  choices(field("sort_order"), shows("sort_order"), "0", "7", "1000000"),
  wrongTypes(field("sort_order"), "0", "1"),
  ({ refuses }) =>
    ["-1", "1.5", "1000001", "1e400", "9007199254740993"].map((value) =>
      refuses(`sort_order: not ${value}`, sending(field("sort_order"), value), badRequest)
    )
]

const SECRET = "sk-canary-0123456789abcdefghijklmnop"

/** The secret: any text of 1 to 16,384 characters. No answer and no log line contains it. */
export const secrets =
  (field: Field, shown: (label: string) => Expectation): Family =>
  (subject) => {
    const { asks, refuses } = subject
    const takes = (name: string, value: string, expect: Expectation) =>
      asks(`key: ${name}`, sending(field, value), expect)
    const bad = {
      "17,000 letters": '"{a*17000}"',
      "16,385 letters": '"{a*16385}"',
      "half a surrogate pair": '"\\ud800"'
    }
    return [
      ...wrongTypes(field, '"x"', '"null"', '"x"')(subject),
      ...Object.entries(bad).map(([name, value]) => refuses(`key: not ${name}`, sending(field, value), badRequest)),
      takes("of one character", '"k"', shown("***")),
      takes("of 16,384 letters", '"{a*16384}"', shown("aaaa...aaaa")),
      takes("a private key in PEM", '"-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----"', shown("***")),
      takes("a key file in JSON", '"{\\"type\\":\\"service_account\\",\\"key\\":\\"abc\\"}"', shown("***")),
      takes("in text beyond ASCII", '"gehe\\u00edmnis-\\ud83d\\udd11-gehe\\u00edmnis"', shown("***")),
      asks(
        "key: answers and log lines contain at most its ends",
        sending(field, JSON.stringify(SECRET)),
        { ...shown("sk-c...mnop"), absent: [SECRET.slice(4, -4)] },
        { notLogged: [SECRET.slice(4, -4)] }
      )
    ]
  }
