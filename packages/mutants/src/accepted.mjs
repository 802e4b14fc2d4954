import { readFileSync } from "node:fs"

const list = new URL("accepted.json", import.meta.url)

/** The list of mutants that are equivalent, or that may survive, each with its reason. */
export const accepted = JSON.parse(readFileSync(list, "utf8"))

/** The entry for a mutant. Its line is known by its text, so that it may move. */
export const acceptedEntry = (mutant, entries = accepted) =>
  entries.find(({ change, file, text }) => file === mutant.file && text === mutant.text && change === mutant.change)

/** The entries whose change is no longer possible, because the source has changed. */
export const staleEntries = (mutants, entries = accepted) =>
  entries.filter((entry) => !mutants.some((mutant) => acceptedEntry(mutant, [entry])))
