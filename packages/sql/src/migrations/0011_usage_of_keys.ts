import type { Migration, MigrationDialect } from "./Migration.js"

const windows = ["total", "daily", "weekly", "monthly"]
const each = (...prefixes: ReadonlyArray<string>) =>
  prefixes.flatMap((prefix) => windows.map((window) => `${prefix}_${window}`))

const counters = each("usage", "byok")
const amounts = each("own_spent", "byok_spent", "own_opening", "byok_opening")
const common = ["organization_id", "subject", "kind", "guardrail_id", "version", "day", "holds", "include_byok"]

const isUsed = "usage_total > 0 OR byok_total > 0"

/** The number of a day since 1970, and the windows of such a day, each as text. */
const days = {
  sqlite: {
    numberOf: (date: string) => `CAST(strftime('%s', ${date}) AS INTEGER) / 86400`,
    daily: "date(NEW.day * 86400, 'unixepoch')",
    weekly: "date((NEW.day - (NEW.day + 3) % 7) * 86400, 'unixepoch')",
    monthly: "strftime('%Y-%m-01', NEW.day * 86400, 'unixepoch')"
  },
  postgres: {
    numberOf: (date: string) => `${date}::date - DATE '1970-01-01'`,
    daily: "to_char(DATE '1970-01-01' + NEW.day::int, 'YYYY-MM-DD')",
    weekly: "to_char(date_trunc('week', DATE '1970-01-01' + NEW.day::int), 'YYYY-MM-DD')",
    monthly: "to_char(date_trunc('month', DATE '1970-01-01' + NEW.day::int), 'YYYY-MM-DD')"
  }
}

/** The number of a day since 1970, of a date as text. */
export const dayNumber = (name: MigrationDialect["name"], date: string): string => days[name].numberOf(date)

/** A sum that saturates at the maximum of 64 bits. In two halves on SQLite, where the sum itself would fail. */
const sums = {
  sqlite: (amount: string) => {
    const [high, low] = [`SUM((${amount}) / 1000000000)`, `SUM((${amount}) % 1000000000)`]
    return `CASE WHEN ${high} + ${low} / 1000000000 >= 9223372036 THEN 9223372036854775807
    ELSE ${high} * 1000000000 + ${low} END`
  },
  postgres: (amount: string) => `LEAST(SUM(${amount}), 9223372036854775807)::bigint`
}

/** What keys have used becomes the opening of their scopes. `which` is a condition on them. */
export const openingsOfKeys = ({ name }: MigrationDialect, which = isUsed): string => {
  const limits = ["limit_reset IS NULL", ...windows.slice(1).map((window) => `limit_reset = '${window}'`)]
  return `INSERT INTO spending_scopes (${[...common, ...each("limit"), ...amounts].join(", ")})
SELECT organization_id, hash, 'key', '', 0, ${days[name].numberOf("windows_daily")}, 0, include_byok_in_limit,
  ${limits.map((is) => `CASE WHEN ${is} THEN "limit" END`).join(", ")},
  ${[...counters, ...counters].join(", ")}
FROM api_keys WHERE ${which} ORDER BY created_at, hash`
}

/** Keys count in the windows of the latest day on which one of them was used. */
const ofTheirSums = ({ name }: MigrationDialect, kind: string, subject: string) => {
  const latest = windows.slice(1).map((window) => {
    const column = `windows_${window}`
    return `MAX(${column}) OVER (PARTITION BY organization_id, ${subject}) AS latest_${window}`
  })
  const counted = counters.map((counter) => {
    const window = counter.slice(counter.indexOf("_") + 1)
    const amount =
      window === "total" ? counter : `CASE WHEN windows_${window} = latest_${window} THEN ${counter} ELSE 0 END`
    return sums[name](amount)
  })
  return `INSERT INTO spending_scopes (${[...common, ...amounts].join(", ")})
SELECT organization_id, ${subject}, '${kind}', '', 0, ${days[name].numberOf("latest_daily")}, 0, FALSE,
  ${[...counted, ...counted].join(",\n  ")}
FROM (SELECT *, ${latest.join(", ")} FROM api_keys WHERE ${isUsed}) AS used
GROUP BY organization_id, ${subject}, latest_daily ORDER BY organization_id, ${subject}`
}

/** What counters of a key are set to by the trigger. */
const counted = ({ name }: MigrationDialect): string => {
  const spent = each("own_spent", "byok_spent").map((column, index) => `${counters[index]} = NEW.${column}`)
  const { daily, monthly, weekly } = days[name]
  return `UPDATE api_keys SET ${spent.join(", ")},
  windows_daily = ${daily}, windows_weekly = ${weekly}, windows_monthly = ${monthly}
WHERE organization_id = NEW.organization_id AND hash = NEW.subject`
}

/** Lets the counters of a key follow what its scope has spent, in the transaction that charges the scope. */
export const usageTrigger = (dialect: MigrationDialect, event: string): string => {
  const isOther = `NEW.kind = 'key' AND (NEW.day <> OLD.day
  OR NEW.own_spent_total <> OLD.own_spent_total OR NEW.byok_spent_total <> OLD.byok_spent_total)`
  const trigger = `CREATE TRIGGER spending_scopes_usage AFTER ${event} ON spending_scopes FOR EACH ROW`
  if (dialect.name === "sqlite") return `${trigger} WHEN ${isOther}\nBEGIN ${counted(dialect)}; END`
  return `${trigger} WHEN (${isOther}) EXECUTE FUNCTION spending_scopes_usage()`
}

const follow = (dialect: MigrationDialect): ReadonlyArray<string> => {
  const trigger = usageTrigger(dialect, "UPDATE")
  if (dialect.name === "sqlite") return [trigger]
  return [
    `CREATE FUNCTION spending_scopes_usage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${counted(dialect)}; RETURN NULL; END $$`,
    trigger
  ]
}

/**
 * What keys have used becomes the opening balance of their scopes, of their workspaces and of their organizations. Scopes
 * without usage are created by their first request.
 */
export const usageOfKeys: Migration = (dialect) => [
  ...(dialect.name === "postgres" ? ["LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE"] : []),
  openingsOfKeys(dialect),
  ofTheirSums(dialect, "workspace", "workspace_id"),
  ofTheirSums(dialect, "organization", "organization_id"),
  ...follow(dialect)
]
