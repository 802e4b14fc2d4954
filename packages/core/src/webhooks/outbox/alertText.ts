import * as DateTime from "effect/DateTime"
import type { BudgetWindow } from "../../spending/model/Budget.js"
import * as Usd from "../../values/Usd.js"
import type { AlertMessage } from "./AlertMessage.js"

type Facts = AlertMessage["data"]

const windows: Readonly<Record<BudgetWindow, string>> = {
  lifetime: "",
  daily: " for this day",
  weekly: " for this week",
  monthly: " for this month"
}

/** Dollars with at least two places, and all that there are, without an exponent. */
const money = (amount: Usd.Usd): string => {
  const nano = amount < 0n ? -amount : amount
  const places = String(nano % 1_000_000_000n).padStart(9, "0")
  return `${amount < 0n ? "-" : ""}$${nano / 1_000_000_000n}.${places.slice(0, 2)}${places.slice(2).replace(/0+$/, "")}`
}

/** What people have written, in one line. Chat systems take what stands in angle brackets for a link, or for all members of a channel. */
const quoted = (text: string): string =>
  `“${text
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .replaceAll("<", "‹")
    .replaceAll(">", "›")}”`

const named = (what: string, name: string | null, id: string | null): string =>
  name === null ? `${what} ${id ?? ""}`.trim() : `${what} ${quoted(name)}`

const keyOf = ({ key_hash, key_name }: Facts["scope"]) => named("key", key_name, key_hash?.slice(0, 12) ?? null)

const subjectOf = ({ organization_id, organization_name, scope }: Facts): string => {
  const { guardrail_id, guardrail_name, kind, run, user_id, workspace_id, workspace_name } = scope
  const guardrail = named("guardrail", guardrail_name, guardrail_id)
  switch (kind) {
    case "key":
      return keyOf(scope)
    case "guardrail_key":
      return `${guardrail} for ${keyOf(scope)}`
    case "guardrail_member":
      return `${guardrail} for member ${quoted(user_id ?? "")}`
    case "run":
      return `run ${quoted(run ?? "")} in ${named("workspace", workspace_name, workspace_id)}`
    case "workspace":
      return named("workspace", workspace_name, workspace_id)
    case "organization":
      return named("organization", organization_name, organization_id)
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const spentOf = ({ spent, unknown }: Facts): string =>
  unknown === 0n
    ? `has spent ${money(spent)}`
    : `has spent ${money(spent)} and has ${money(unknown)} whose outcome is unknown,`

const sayingOf = (facts: Facts): string => {
  const { kind, limit, request, threshold, window } = facts
  const total = `its ${money(limit)}`
  switch (kind) {
    case "crossing":
      return `${spentOf(facts)} of ${total} (${threshold ?? 100} %)${windows[window]}.`
    case "refused":
      return `was refused a request: it ${spentOf(facts)} of ${total}${windows[window]}.`
    case "unknown":
      return `has ${money(facts.unknown)} whose outcome is unknown, more than a tenth of ${total}${windows[window]}.`
    case "request":
      return `asks for ${money(request?.usd ?? Usd.zero)} more than ${total}${windows[window]}: ${quoted(request?.reason ?? "")}.`
  }
}

/** `2026-11-28 00:00 UTC`. */
const instant = (at: DateTime.Utc) => `${DateTime.formatIso(at).slice(0, 16).replace("T", " ")} UTC`

/**
 * What an alert says, in one or two sentences that chat systems show.
 *
 * @example
 * alertText(facts) // Key “ci” has spent $0.80 of its $1.00 (80 %) for this day. Resets 2026-11-28 00:00 UTC.
 */
export const alertText = (facts: Facts): string => {
  const sentence = `${capital(subjectOf(facts))} ${sayingOf(facts)}`
  return facts.resets_at === null ? sentence : `${sentence} Resets ${instant(facts.resets_at)}.`
}
