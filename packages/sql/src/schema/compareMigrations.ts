/** A migration, by its number and name. */
export interface MigrationStep {
  readonly id: number
  readonly name: string
  /** The SHA-256 of its statements, in hex; null if the database has lost it. */
  readonly checksum: string | null
}

/** The name of the first migration of databases of before the first release. */
const UNRELEASED = "accounts"

/** How the applied migrations differ from the first of the known ones, most severe first; null if they are those. */
export const compareMigrations = (
  applied: ReadonlyArray<MigrationStep>,
  known: ReadonlyArray<MigrationStep>
): "unreleased" | "newer" | "gap" | "different" | "edited" | null => {
  const newest = Math.max(0, ...known.map(({ id }) => id))
  const found = new Map(applied.map((step) => [step.id, step]))
  const expected = known.slice(0, applied.length)
  if (found.get(1)?.name === UNRELEASED) return "unreleased"
  if (applied.some(({ id }) => id > newest)) return "newer"
  if (expected.some(({ id }) => !found.has(id))) return "gap"
  if (applied.length > known.length) return "different"
  if (expected.some(({ id, name }) => found.get(id)?.name !== name)) return "different"
  return expected.every(({ checksum, id }) => found.get(id)?.checksum === checksum) ? null : "edited"
}
