import * as Data from "effect/Data"
import type { MigrationStep } from "./compareMigrations.js"

/**
 * The schema of the database is not this version's: `newer` than all known migrations, `older` and not to be migrated, with a `gap` where one is
 * missing, `different` under the same number, `edited`: of a known migration with another text, or `unreleased`: of before the first release.
 */
export class SchemaRefused extends Data.TaggedError("SchemaRefused")<{
  readonly reason: "newer" | "older" | "gap" | "different" | "edited" | "unreleased"
  readonly applied: ReadonlyArray<MigrationStep>
  readonly known: ReadonlyArray<MigrationStep>
}> {}
