import type { AlertRecord } from "../spending/model/AlertRecord.js"
import { NANOS } from "../values/nanoDollars.js"
import type { Alert } from "./Alert.js"

/** An amount of dollars: exact, with at least two decimals. */
const dollars = (nanos: bigint): string => {
  const amount = nanos < 0n ? -nanos : nanos
  const fraction = (amount % NANOS)
    .toString()
    .padStart(9, "0")
    .replace(/0{1,7}$/, "")
  return `${nanos < 0n ? "-" : ""}$${amount / NANOS}.${fraction}`
}

/**
 * Quotes a text of a user for chat systems, in one line: it mentions no user, makes no link (of an address with a scheme or www, or
 * in Markdown), and does not end its quotation marks.
 */
const quoted = (text: string): string =>
  `"${text
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .replaceAll('"', "'")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .replaceAll("://", ":∕∕")
    .replaceAll(/\bwww\./gi, "www․")
    .replaceAll(/\](?=[([])/g, "] ")
    .replaceAll(/(?<![\p{L}\p{N}])@/gu, "＠")}"`

/** The facts that the text of an alert states, with the present name of the scope. */
type AlertFacts = Pick<Alert, "name" | "user_id"> &
  Pick<AlertRecord, "kind" | "limit" | "ref" | "request" | "spent" | "threshold" | "unknown" | "window">

const nameOf = ({ name, ref: { kind }, user_id }: AlertFacts): string => {
  const of = (what: string) => (name === null ? `a ${what} that was deleted` : `${what} ${quoted(name)}`)
  switch (kind) {
    case "guardrail_key":
      return `a key of ${of("guardrail")}`
    case "guardrail_member":
      return `user ${quoted(user_id ?? "")} of ${of("guardrail")}`
    case "organization":
      return name === null ? "the organization" : of("organization")
    default:
      return of(kind)
  }
}

const sumOf = ({ spent, unknown }: AlertFacts): string =>
  `${dollars(spent)} is spent${unknown > 0n ? `, and ${dollars(unknown)} unknown` : ""}.`

const sentence = (alert: AlertFacts): string => {
  const { kind, limit, request, threshold, unknown, window } = alert
  const limitText = `${window === "lifetime" ? "" : `${window} `}limit of ${dollars(limit)}`
  const name = nameOf(alert)
  switch (kind) {
    case "crossing":
      return `${name} has reached ${threshold} % of its ${limitText}: ${sumOf(alert)}`
    case "refused":
      return `${name} was refused a request by its ${limitText}: ${sumOf(alert)}`
    case "unknown":
      return `${name} has more than 10 % of its ${limitText} unknown: ${dollars(unknown)}.`
    case "request":
      return `the holder of ${name} asks for ${dollars(request?.usd ?? 0n)} more than its ${limitText}: ${quoted(request?.reason ?? "")}`
  }
}

/** An alert in one sentence, for people: webhooks, chat systems, the command and lists show it. */
export const alertText = (alert: AlertFacts): string => {
  const text = sentence(alert)
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
