import type { Migration } from "./Migration.js"

/**
 * The lists of holds are read backwards: an index in the order in which rows are inserted is filled page by page, where one in the
 * opposite order leaves half of each page empty.
 */
export const holdsInOrder: Migration = () =>
  [
    ["spending_holds_newest_first", "organization"],
    ["spending_holds_of_key_newest_first", "api_key"]
  ].flatMap(([name, column]) => [
    `DROP INDEX ${name}`,
    `CREATE INDEX ${name} ON spending_holds (${column}, opened_at, id DESC)`
  ])
