import * as Console from "effect/Console"
import * as Predicate from "effect/Predicate"
import { isPage } from "../account/Page.js"
import type { Operation } from "../operations/Operation.js"
import { commandWordsOf } from "../operations/words.js"
import { alertTable } from "../output/alertTable.js"
import { budgetTable } from "../output/budgetTable.js"
import { hasColors } from "../output/colors.js"
import { printKey } from "../output/printKey.js"
import { recordLines } from "../output/recordLines.js"
import { recordTable } from "../output/recordTable.js"
import { runBar, runTree } from "../output/runTree.js"
import type { Row } from "../output/valueText.js"
import type { RunsBelow } from "./readRunsBelow.js"

interface Answered {
  readonly resource: string
  readonly operation: Operation
  readonly flags: ReadonlyMap<string, string>
  /** The runs below a run that is answered. */
  readonly below?: RunsBelow | undefined
}

/** What is left of a list after this page. */
const moreThan = (answer: unknown, flags: Answered["flags"]): ReadonlyArray<string> => {
  if (!isPage(answer)) return []
  const more = answer.total_count - Number(flags.get("--offset") ?? 0) - answer.data.length
  return more > 0 ? ["", `${more} more. --all prints the whole list.`] : []
}

/** A run as a bar, or as a tree with the runs below it. */
const runInWords = ({ below, operation: { columns } }: Answered, run: Row, colors: boolean): ReadonlyArray<string> => {
  if (below === undefined || below.rows.length === 0) return [runBar(run)].filter((bar) => bar !== "")
  const more = `${below.more} more. tollgate runs list --parent <path> --all prints all that are directly below one.`
  return [runTree(columns, [run, ...below.rows], colors), ...(below.more > 0 ? [more] : [])]
}

/** An answer for eyes, without its secret. */
const inWords = (answered: Answered, answer: unknown): string => {
  const { flags, operation, resource } = answered
  const { answers, columns } = operation
  const options = { colors: hasColors(process.stdout), width: process.stdout.columns }
  if (answers === "record") {
    if (!Predicate.isRecord(answer)) return String(answer)
    const lines = recordLines(columns, answer, options)
    return [lines, ...(resource === "runs" ? runInWords(answered, answer, options.colors) : [])].join("\n\n")
  }
  const rows: unknown = isPage(answer) ? answer.data : answer
  const records = Array.isArray(rows) ? rows.filter(Predicate.isRecord) : []
  const written = () => {
    if (resource === "runs") return runTree(columns, records, options.colors)
    if (resource === "alerts") return alertTable(columns, records, options.colors)
    if (resource === "budgets" && operation.method === "list") return budgetTable(columns, records, options.colors)
    return recordTable(columns, records, options)
  }
  const table = records.length === 0 ? "There are none." : written()
  return [table, ...moreThan(answer, flags)].join("\n")
}

/** The secret of an answer, which is shown only here. */
const secretOf = ({ columns }: Operation, answer: unknown) => {
  const found = columns.find(({ kind }) => kind === "secret")
  if (found === undefined || !Predicate.isRecord(answer)) return undefined
  const secret = answer[found.name]
  return typeof secret === "string" ? secret : undefined
}

/** Prints what an operation answers: as text for eyes, or as one JSON document. */
export const showAnswer = (answered: Answered, answer: unknown) => {
  const { flags, operation, resource } = answered
  const inJson = flags.get("--json") === "true"
  const text = inJson ? JSON.stringify(answer, null, 2) : inWords(answered, answer)
  const secret = secretOf(operation, answer)
  if (secret === undefined) return Console.log(text)
  const parts = [...(text === "" ? [] : [text, ""]), "The last line is a secret. It is shown only here.", secret]
  return printKey(inJson ? text : parts.join("\n"), `tollgate ${commandWordsOf(resource, operation.method).join(" ")}`)
}
