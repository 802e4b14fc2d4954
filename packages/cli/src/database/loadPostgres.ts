import * as Effect from "effect/Effect"

/** Loads the package of PostgreSQL, which an SQLite file does without. Flags with a password leave the list of processes. */
export const loadPostgres = Effect.promise(() => {
  process.title = "tollgate"
  return import("@tollgate/postgres")
})
