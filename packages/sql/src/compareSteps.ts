/** A step of the schema, by the number that orders it and its name. */
export interface MigrationStep {
  readonly id: number
  readonly name: string
}

/** How the applied steps differ from the known ones, the gravest first; null where they are the same. */
export const compareSteps = (
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
