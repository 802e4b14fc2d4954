import type { ReadCards, SkippedEntry } from "@tollgate/core"

/** How many skipped entries are named for each reason. */
const NAMED = 10

const skippedLines = (reason: string, entries: ReadonlyArray<SkippedEntry>): ReadonlyArray<string> => {
  const more = entries.length - NAMED
  return [
    ...entries.slice(0, NAMED).map(({ id }) => `Skipped ${id}: ${reason}.`),
    ...(more > 0 ? [`Skipped ${more} more: ${reason}.`] : [])
  ]
}

/** What the reading of a file has mapped and skipped, and why, a line each. */
export const reportOf = ({ mapped, skipped }: ReadCards): ReadonlyArray<string> => {
  const byReason = new Map<string, Array<SkippedEntry>>()
  for (const entry of skipped) byReason.set(entry.reason, [...(byReason.get(entry.reason) ?? []), entry])
  return [
    ...mapped.map(({ cards, name, slug }) => `Mapped the provider ${name} to ${slug}: ${cards} rate cards.`),
    ...[...byReason].flatMap(([reason, entries]) => skippedLines(reason, entries))
  ]
}
