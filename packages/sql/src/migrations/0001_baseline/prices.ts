import type { Dialect } from "./dialects.js"

/**
 * Rate cards of all organizations together, under each of their ids, in the period in which each applies. The primary key
 * is the look-up by id and instant, and the order of the list. `price_versions_by_name` is the look-up of a model in any letter case, at a
 * provider or at all: policies judge so.
 */
export const prices = ({ flag, jsonObject, table, textOf, text, time }: Dialect) => [
  table(
    "price_versions",
    textOf(100)("provider"),
    textOf(255)("name"),
    flag("is_alias"),
    time("valid_from"),
    time("valid_until"),
    time("replaced_at", "NULL"),
    text("version"),
    jsonObject("card"),
    "PRIMARY KEY (provider, name, valid_from)",
    "CHECK (valid_from < valid_until)"
  ),
  "CREATE INDEX price_versions_by_card ON price_versions (version)",
  "CREATE INDEX price_versions_by_end ON price_versions (valid_until, is_alias)",
  "CREATE INDEX price_versions_by_name ON price_versions (lower(name), provider, valid_from)"
]
