import type { Field, Operation } from "../operations/Operation.js"
import { flagOf, wordOf } from "../operations/words.js"
import { meaningOf } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import type { Term, Usage } from "./usageOf.js"

/** More choices than these are not listed in the help. */
const LISTED = 12

const valueOf = { boolean: "", json: " <json>", list: " <list>", number: " <number>", secret: "", text: " <text>" }

const forms: Partial<Record<Field["kind"], string>> = {
  json: "JSON, @ and the path of a file, or - for standard input.",
  list: "Separated by commas.",
  secret: "Takes no value: it is asked for on a terminal, and else read from standard input."
}

const choicesOf = ({ choices = [], meaning }: Field) =>
  choices.length > LISTED || choices.every((choice) => meaning.includes(choice))
    ? []
    : [`One of: ${choices.join(", ")}.`]

/** How a key can be named in place of its hash. */
const namingOf = ({ isReading }: Operation, { isKey }: { readonly isKey?: true }) =>
  isKey
    ? [
        isReading
          ? "Its first 8 digits or more, or the name of the key, will do."
          : "Its first 8 digits or more will do."
      ]
    : []

/** The flag of a field. */
const termOf =
  (operation: Operation) =>
  (field: Field): Term => {
    const form = forms[field.kind]
    return {
      term: `${flagOf(field.name)}${valueOf[field.kind]}`,
      meaning: [
        ...(field.isRequired ? ["Required."] : []),
        field.meaning,
        ...choicesOf(field),
        ...namingOf(operation, field),
        ...(form === undefined ? [] : [form])
      ].join(" ")
    }
  }

const input: Term = {
  term: "--input <file>",
  meaning:
    "All fields as a JSON object: @ and the path of a file, or - for standard input. The other flags win over it."
}

const all: Term = { term: "--all", meaning: "Prints the whole list, and not one page." }

const everywhere = ({ forGateways }: Operation): ReadonlyArray<Term> => [
  { term: "--json", meaning: "Prints JSON: what the method of the Promise API returns." },
  {
    term: "--url <text>",
    meaning: "The address of a server to ask in place of a database, with a key in the variable TOLLGATE_KEY."
  },
  {
    term: "--organization <text>",
    meaning: forGateways
      ? "The id of an organization. By default, all of the database, or those of the key in TOLLGATE_KEY."
      : "The id of the organization. Required if the database has several, unless TOLLGATE_KEY has a key, which names it."
  },
  ...[settings.database, settings.masterKey].map((setting) => ({
    term: `--${setting.flag} <text>`,
    meaning: meaningOf(setting)
  }))
]

/** The usage of a command that follows from an operation. */
export const operationUsage = (operation: Operation): Usage => {
  const { description, fields, path, takes } = operation
  return {
    description,
    arguments: path.map((one) => ({
      term: `<${wordOf(one.name)}>`,
      meaning: [one.meaning, ...namingOf(operation, one)].join(" ")
    })),
    flags: [
      ...fields.map(termOf(operation)),
      ...(takes === "body" ? [input] : []),
      ...(takes === "page" ? [all] : []),
      ...everywhere(operation)
    ]
  }
}
