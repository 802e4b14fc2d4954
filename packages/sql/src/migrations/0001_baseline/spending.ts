import type { Dialect } from "./dialects.js"

/** Scopes, holds, corrections of holds, and the texts that holds refer to by number. */
export const spending = (dialect: Dialect) => [
  ...names(dialect),
  ...scopes(dialect),
  ...holds(dialect),
  ...corrections(dialect)
]

/** `unused_since`: since when no hold and no sum refers to a name, if that was seen. */
const names = ({ id, isPostgres, table, text, time }: Dialect) => [
  table(
    "spending_names",
    id,
    `digest ${isPostgres ? "BYTEA" : "BLOB"} NOT NULL UNIQUE`,
    text("name"),
    time("unused_since", "NULL")
  )
]

const windows = ["total", "daily", "weekly", "monthly"]
const tallies = ["own_spent", "own_held", "own_unknown", "byok_spent", "byok_held", "byok_unknown"]
const openings = ["own_opening", "byok_opening"]

const each = (prefixes: ReadonlyArray<string>) =>
  prefixes.flatMap((prefix) => windows.map((window) => `${prefix}_${window}`))

const kinds = ["key", "guardrail_key", "guardrail_member", "run", "workspace", "organization"]

const scopes = ({ count, flag, id, isPostgres, uuid, oneOf, table, text, time, whole }: Dialect) => [
  table(
    "spending_scopes",
    id,
    uuid("organization_id"),
    oneOf(...kinds)("kind"),
    // Empty for the kinds without a guardrail: a null would be distinct in the unique key.
    text("guardrail_id"),
    text("subject"),
    count("version"),
    whole("day"),
    whole("ahead", "NULL"),
    count("holds"),
    flag("include_byok"),
    ...each(["limit"]).map((column) => whole(column, "NULL")),
    ...each([...tallies, ...openings]).map((column) => `${whole(column)} DEFAULT 0`),
    // The day that an opening balance refers to: its windows are not those of the scope any more once that moves to another day.
    `${whole("opening_day")} DEFAULT 0`,
    count("max_in_flight", "NULL"),
    // How many entries an organization has had, which is the position of the latest one. 0 for other kinds.
    `${count("entries")} DEFAULT 0`,
    // What runs alone have. Null for other kinds.
    ...["parent", "requests", "opening_requests", "max_requests"].map((column) => count(column, "NULL")),
    ...["created_at", "charged_at", "ends_at"].map((column) => time(column, "NULL")),
    // The ten minutes of the latest charge. An index of the instant itself would be written with each admission.
    time("listed_at", "NULL"),
    flag("stopped", "NULL"),
    // What is added to its limits for a time; and the version, and the tenths of a limit, at which its budgets were last compared for alerts.
    text("boosts", "NULL"),
    `${whole("checked")} DEFAULT 0`,
    `${whole("level")} DEFAULT 0`,
    // Of an organization, the shares of a limit that its alerts are about.
    text("thresholds", "NULL"),
    "UNIQUE (organization_id, subject, kind, guardrail_id)"
  ) + (isPostgres ? " WITH (fillfactor = 70)" : ""),
  `CREATE INDEX spending_scopes_of_guardrail ON spending_scopes (organization_id, guardrail_id, id)
  WHERE guardrail_id <> ''`,
  "CREATE INDEX spending_scopes_runs ON spending_scopes (organization_id, listed_at) WHERE listed_at IS NOT NULL",
  "CREATE INDEX spending_scopes_children ON spending_scopes (parent) WHERE parent IS NOT NULL",
  // Budgets by what is used of them. Acts change the level in ten steps alone.
  "CREATE INDEX spending_scopes_by_level ON spending_scopes (organization_id, kind, level) WHERE level > 0",
  // In the order in which runs are deleted.
  "CREATE INDEX spending_scopes_idle_runs ON spending_scopes (day) WHERE stopped = FALSE"
]

/** Flags of a hold, each by the number of its bit. */
const flags = [
  "overdrawn",
  "late",
  "outside_plan",
  "outside_policy",
  "price_missing",
  "settlement_refused",
  "credential_assumed"
]

/** A row of a hold becomes the ledger's entry, so it is kept small: its id takes 16 bytes, and it is in two indexes for lists. */
const holds = ({ flag, isPostgres, table, text, time, whole, withoutRowid }: Dialect) => [
  table(
    "spending_holds",
    isPostgres ? "id UUID PRIMARY KEY" : "id BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16)",
    ...["organization", "workspace", "api_key", "member", "request"].map((column) => whole(column)),
    ...["labels", "instance", "outcome"].map((column) => whole(column, "NULL")),
    `${whole("state")} CHECK (state BETWEEN 0 AND 4)`,
    whole("asked"),
    whole("amount"),
    whole("cost", "NULL"),
    flag("is_byok"),
    whole("flags"),
    whole("lease_seconds"),
    whole("day"),
    // Null for a hold of one day.
    text("parts", "NULL"),
    text("scopes"),
    whole("input_tokens"),
    whole("output_tokens"),
    time("opened_at"),
    time("sent_at", "NULL"),
    time("lease_ends_at"),
    time("ended_at", "NULL"),
    // What a creation states beside the fields that a hold shows, as one number.
    whole("variant", "NULL"),
    // How many corrections a hold has, so that a hold without one is shown without a look at them.
    `${whole("corrections")} DEFAULT 0`,
    // Its position among the entries of the organization; of a settled hold that was unknown before, also the position and the time of that.
    ...["entry", "unknown_entry", "unknown_at"].map((column) => whole(column, "NULL"))
  ) + (isPostgres ? " WITH (fillfactor = 85)" : withoutRowid),
  // Lists are read backwards: an index in the order in which rows are inserted is filled page by page, where one in the opposite order leaves half
  // of each page empty.
  "CREATE INDEX spending_holds_newest_first ON spending_holds (organization, opened_at, id DESC)",
  "CREATE INDEX spending_holds_of_key_newest_first ON spending_holds (api_key, opened_at, id DESC)",
  // Entries are read forwards, from a position on.
  "CREATE INDEX spending_holds_entries ON spending_holds (organization, entry) WHERE entry IS NOT NULL",
  "CREATE INDEX spending_holds_unknown_entries ON spending_holds (organization, unknown_entry) WHERE unknown_entry IS NOT NULL",
  // Open holds alone are in the indexes of leases.
  "CREATE INDEX spending_holds_leases ON spending_holds (lease_ends_at) WHERE state = 0",
  "CREATE INDEX spending_holds_leases_of_key ON spending_holds (api_key, lease_ends_at) WHERE state = 0",
  // Holds that expired, were released or are unknown, which are few: a list of them does not read all settled ones of their organization. SQLite
  // uses an index if its condition has one of the query's terms.
  `CREATE INDEX spending_holds_ended ON spending_holds (organization, state, opened_at, id DESC)
  WHERE state = 1 OR state = 2 OR state = 3`,
  // A hold without flags is in none: PostgreSQL knows how many those are, but of an expression only if it is told to.
  ...flags.map(
    (flag, bit) => `CREATE INDEX spending_holds_${flag} ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & ${1 << bit} <> 0`
  )
]

/** Why the costs of holds were corrected, and holds whose outcome was unknown reconciled. */
const corrections = ({ hash, id, isPostgres, table, text, time, uuid, whole }: Dialect) => [
  table(
    "spending_corrections",
    id,
    isPostgres ? "hold UUID NOT NULL" : "hold BLOB NOT NULL CHECK (length(hold) = 16)",
    uuid("organization_id"),
    // Null for a reconciliation: the hold had no cost.
    whole("replaced_cost", "NULL"),
    whole("cost"),
    text("reason"),
    hash("corrected_by", "NULL"),
    time("corrected_at"),
    // Its position among the entries of the organization.
    whole("entry", "NULL")
  ),
  "CREATE INDEX spending_corrections_of_hold ON spending_corrections (hold, id)",
  "CREATE INDEX spending_corrections_entries ON spending_corrections (organization_id, entry) WHERE entry IS NOT NULL"
]
