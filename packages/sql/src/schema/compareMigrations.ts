/** A migration, by its number and name. */
export interface MigrationStep {
  readonly id: number
  readonly name: string
  /** The SHA-256 of its statements, in hex; null if the database has none yet. Stated only if it is compared. */
  readonly checksum?: string | null
}

/** How the applied migrations differ from the known ones, most severe first; null if they are equal. */
export const compareMigrations = (
  applied: ReadonlyArray<MigrationStep>,
  known: ReadonlyArray<MigrationStep>
): "newer" | "gap" | "different" | null => {
  const newest = Math.max(0, ...known.map(({ id }) => id))
  if (applied.some(({ id }) => id > newest)) return "newer"
  const names = new Map(applied.map(({ id, name }) => [id, name]))
  if (known.some(({ id }) => !names.has(id))) return "gap"
  if (applied.length !== known.length) return "different"
  return known.every(({ id, name }) => names.get(id) === name) ? null : "different"
}
