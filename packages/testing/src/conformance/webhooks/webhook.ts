import { badRequest } from "../Expectation.js"
import { choices, flag } from "../families/choices.js"
import { not, wrongTypes } from "../families/fields.js"
import { textOrNull } from "../families/texts.js"
import { setting } from "../Given.js"
import { uuid } from "../Ids.js"
import type { Run } from "../Run.js"
import { all, type Family } from "../Subject.js"

/** The webhook of the account. */
export const given = ({ account }: Run) => ({ own: account.WEBHOOK_ID })

/** The id of a webhook in a path. */
export const webhookId = uuid(({ OTHER_WEBHOOK_ID }) => OTHER_WEBHOOK_ID)

const URLS = {
  "of a host": "https://hooks.example",
  "with a path, a query and a port": "https://hooks.example:8443/services/T01?token=abc&x=%2F",
  "in capital letters": "HTTPS://HOOKS.EXAMPLE/A",
  "of a public address": "https://[2606:4700:4700::1111]/a",
  "of 2,048 characters": `https://hooks.example/${"a".repeat(2026)}`
}

const BAD_URLS = {
  "of 2,049 characters": `https://hooks.example/${"a".repeat(2027)}`,
  "over http": "http://hooks.example/a",
  "over ftp": "ftp://hooks.example/a",
  "of a script": "javascript:alert(1)",
  "of data": "data:text/plain,a",
  "of a file": "file:///etc/passwd",
  "without a scheme": "hooks.example/a",
  "with one slash": "https:/hooks.example/a",
  "without slashes": "https:hooks.example",
  "with backslashes": "https:\\\\hooks.example\\a",
  "without a host": "https:///a",
  "of a port alone": "https://:443/a",
  "of a port that is none": "https://hooks.example:65536/a",
  "with a user": "https://ada@hooks.example/a",
  "with a user and a password": "https://ada:secret@hooks.example/a",
  "with an empty user": "https://@hooks.example/a",
  "with a fragment": "https://hooks.example/a#b",
  "with an empty fragment": "https://hooks.example/a#",
  "with a space": "https://hooks.example/a b",
  "with a space before": " https://hooks.example/a",
  "with a tab": "https://hooks.example/a\tb",
  "with a line break": "https://hooks.exa\nmple/a",
  "beyond ASCII": "https://h\u00f6oks.example/a",
  "of loopback": "https://127.0.0.1/a",
  "of loopback in one number": "https://2130706433/a",
  "of loopback in hexadecimal": "https://0x7f.1/a",
  "of a private network": "https://10.1.2.3:8443/a",
  "of a cloud's metadata": "https://169.254.169.254/latest/meta-data",
  "of a shared network": "https://100.64.0.1/a",
  "of loopback over IPv6": "https://[::1]/a",
  "of IPv4 in IPv6": "https://[::ffff:127.0.0.1]/a",
  "of a local network over IPv6": "https://[fd00::1]/a"
}

/** The address that messages are sent to. A refusal never repeats it. */
const urls: Family = (subject) => [
  ...wrongTypes("url", '"https://hooks.example"')(subject),
  ...Object.entries(URLS).map(([name, url]) =>
    subject.keeps(`url: ${name}`, setting("url", JSON.stringify(url)), ({ shows }) => shows({ url }))
  ),
  ...Object.entries(BAD_URLS).map(([name, url]) =>
    subject.refuses(`url: not one ${name}`, setting("url", JSON.stringify(url)), {
      ...badRequest,
      json: { "error.metadata.issues.0.path": ["url"] },
      absent: ["hooks.example", "secret", "meta-data"]
    })
  )
]

/** A list of some words, each once, or null for all of them. */
const some = (field: string, ...words: ReadonlyArray<string>): Family =>
  all(
    choices(field, "null", JSON.stringify(words.slice(0, 1)), JSON.stringify(words.toReversed())),
    wrongTypes(field, JSON.stringify(words), "null"),
    not(
      field,
      ...[
        [words[0], words[0]],
        [words[0], ""],
        [words[0], null],
        [words[0]?.toUpperCase()],
        ["test"],
        [[words[0]]]
      ].map((list) => JSON.stringify(list))
    )
  )

/** The fields that a new webhook and a change have in common. */
export const fields: Family = all(
  urls,
  textOrNull("name"),
  flag("disabled"),
  some("kinds", "crossing", "refused", "unknown", "request"),
  some("scopes", "key", "guardrail_key", "guardrail_member", "run", "workspace", "organization")
)
