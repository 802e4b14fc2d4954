import * as Data from "effect/Data"
import { FIRST_VERSION, VERSION } from "./archivedTables.js"

/** What is wrong with a database or with an export. */
export type ArchiveRefusal =
  /** The database has rows of this table. */
  | { readonly reason: "not_empty"; readonly table: string }
  /** The first line is not that of an export. */
  | { readonly reason: "no_export" }
  /** Its format is not from `FIRST_VERSION` to `VERSION`: it has other tables or columns. */
  | { readonly reason: "version"; readonly found: string }
  /** The export was made with another master key than the given ones. */
  | { readonly reason: "wrong_master_key"; readonly stated: string; readonly given: string }
  /** It ends before its last line. */
  | { readonly reason: "cut"; readonly line: number }
  /** A line is not as an export has it. */
  | { readonly reason: "bad_line"; readonly line: number; readonly field: string | null; readonly expected: string }
  /** The database does not take the row of a line. */
  | { readonly reason: "refused_row"; readonly line: number; readonly table: string; readonly why: string }
  | { readonly reason: "row_count"; readonly stated: number; readonly found: number }
  | { readonly reason: "checksum" }
  /** An export names an organization that the database does not have. */
  | { readonly reason: "no_organization" }
  /** The user of a PostgreSQL database does not own its tables. */
  | { readonly reason: "not_owner" }

const sentenceOf = (refusal: ArchiveRefusal): string => {
  switch (refusal.reason) {
    case "not_empty":
      return `The database is not empty: it has rows in ${refusal.table}. Import into a new database.`
    case "no_export":
      return "The first line is not that of an export. Name a file that `tollgate export` has made."
    case "version":
      return `The export has the format ${refusal.found}, and this version of Tollgate reads the formats ${FIRST_VERSION} to ${VERSION}. Import it with the version of Tollgate that made it, and upgrade that database.`
    case "wrong_master_key":
      return `The export was made with the master key ${refusal.stated}, and the given one is ${refusal.given}. Its credentials open only with the former: give that one.`
    case "cut":
      return `The export is cut: it ends with line ${refusal.line}, and its last line, the checksum with its line break, is not complete. Export again.`
    case "bad_line":
      return `Line ${refusal.line}${refusal.field === null ? "" : `: ${refusal.field}`} must be ${refusal.expected}.`
    case "refused_row":
      return `Line ${refusal.line}: the database refuses the row of ${refusal.table}: ${refusal.why}`
    case "row_count":
      return `The export has ${refusal.found} rows, and its last line says ${refusal.stated}. Export again.`
    case "checksum":
      return "The checksum of the export is wrong: it was changed. Export again."
    case "no_organization":
      return "The database has no organization with this id."
    case "not_owner":
      return "The user of the database does not own its tables. Import as the user who has run `tollgate migrate`."
  }
}

/** An export was not made, or not imported: then nothing of it is stored. */
export class ArchiveRefused extends Data.TaggedError("ArchiveRefused")<{ readonly refusal: ArchiveRefusal }> {
  override get message(): string {
    const { refusal } = this
    return refusal.reason === "no_organization" ? sentenceOf(refusal) : `${sentenceOf(refusal)} Nothing was imported.`
  }
}

/** A refusal as an error. */
export const refused = (refusal: ArchiveRefusal): ArchiveRefused => new ArchiveRefused({ refusal })
