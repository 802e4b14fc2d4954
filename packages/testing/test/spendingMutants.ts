/** Changes of the heart of spending: what goes wrong, the module in `spending`, the text that is replaced, and its substitute. */
export const mutants: ReadonlyArray<readonly [name: string, file: string, from: string, to: string]> = [
  ["a limit ignores what is held", "budgets", "own.spent[kind] + own.held[kind] +", "own.spent[kind] +"],
  ["a limit ignores what is unknown", "budgets", "own.held[kind] + own.unknown[kind];", "own.held[kind];"],
  ["a limit that is reached admits 0", "judge", "counted < limit && counted + amount", "counted + amount"],
  ["the last nano-dollar of a limit cannot be used", "judge", "counted + amount <= limit", "counted + amount < limit"],
  ["only the first scope is judged", "judge", "scopes.every((scope)", "scopes.slice(0, 1).every((scope)"],
  [
    "a workspace's budget is ignored",
    "judge",
    "scopes.every((scope) =>",
    'scopes.every((scope) => scope.ref.kind === "workspace" ||'
  ],
  [
    "an organization's budget is ignored",
    "judge",
    "scopes.every((scope) =>",
    'scopes.every((scope) => scope.ref.kind === "organization" ||'
  ],
  ["BYOK amounts count toward every limit", "budgets", "return include_byok ?", "return true ?"],
  ["BYOK amounts count toward no limit", "budgets", "return include_byok ?", "return false ?"],
  ["a budget without BYOK refuses BYOK amounts", "judge", "!isByok || scope.include_byok", "true"],
  ["a second settlement replaces the first", "holdLife", 'if (!isBelow(hold.state, "settled"))', "if (false)"],
  ["a release undoes a settlement", "holdLife", 'isBelow(present.state, "released")', 'present.state !== "released"'],
  ["a settled hold becomes unknown", "holdLife", 'isBelow(hold.state, "unknown")', 'hold.state !== "unknown"'],
  ["a hold says no more why it is unknown", "holdLife", "flags.length === hold.flags.length", "true"],
  ["a settlement keeps why it was refused before", "holdLife", "!pending.has(flag)", "true"],
  ["the credential that was sent is forgotten", "holdLife", "credential_id = hold.credential_id", "credential_id"],
  ["any credential may be sent", "holdActs", "!hold.plan.includes(credential_id)", "false"],
  ["a request that was sent expires", "holdLife", 'hold.sent_at === null ? "expired" : "unknown"', '"expired"'],
  ["a lease never ends", "holdLife", 'hold.state === "open" && now < hold.lease_ends_at', 'hold.state === "open"'],
  ["an extension adds the whole amount again", "holdLife", "Usd.subtract(amount, hold.amount)", "amount"],
  ["an extension after midnight counts in the old day", "holdLife", "parts.some((part) => part.day === day)", "false"],
  [
    "an amount is given back twice",
    "changes",
    "of contributions(before))",
    "of [...contributions(before), ...contributions(before)])"
  ],
  [
    "an ended lease keeps its amount",
    "acts",
    "save(rows, hold, Life.expired(hold, now), now);",
    "Life.expired(hold, now);"
  ],
  ["an unknown amount counts twice", "changes", "held: Usd.zero, unknown: amount", "held: amount, unknown: amount"],
  ["a cost counts in the first part alone", "changes", "index === last || rest < amount ? rest : amount", "rest"],
  ["a late settlement counts in windows that are over", "Day", "if (one === other)", "if (true)"],
  ["a week begins on Sunday", "Day", "(day + 3) % 7", "(day + 4) % 7"],
  ["every month has 30 days", "Day", "new Date(day * DAY_MS).getUTCDate() - 1", "day % 30"],
  [
    "a clock that steps back reopens a window",
    "rollScope",
    "isBelievable(scope, today) && scope.day > day ?",
    "false ?"
  ],
  ["a clock that was years ahead is believed", "rollScope", "scope.day <= today + 1", "true"],
  ["a day that was not believed begins at 0 when it comes", "acts", "if (recount === null)", "if (true)"],
  [
    "the scopes of a hold are on different days",
    "acts",
    "const rolled = all.map((scope) => onDay(rows, scope, day, now))",
    "const rolled = all.map((scope) => onDay(rows, scope, dayOf([scope], now), now))"
  ],
  ["a changed record is not noticed", "acts", "version !== null && version !== (scope?.version ?? 0)", "false"],
  ["a repeated id is admitted again", "acts", "const existing = rows.findHold(terms.id)", "const existing = undefined"],
  ["an extension is not judged", "acts", "added > 0n && !fits(", "false && !fits("],
  [
    "a settlement reaches the first scope alone",
    "acts",
    "for (const id of after.scopes)",
    "for (const id of after.scopes.slice(0, 1))"
  ],
  ["a lease is given back before its end", "OpenLeases", "end > now", "false"],
  ["a hold is sent after its lease", "holdActs", "!Life.isRunning(hold, now)", 'hold.state !== "open"'],
  ["a change of limits raises no version", "holdActs", "version: scope.version + 1", "version: scope.version"],
  ["usage without a price costs nothing", "holdActs", "cost === null ?", "false ?"],
  ["usage of an older day counts today", "holdActs", "Day.of(at) === Day.of(now) ? today : Day.of(at)", "today"]
]
