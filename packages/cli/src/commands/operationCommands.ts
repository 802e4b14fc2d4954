import * as Effect from "effect/Effect"
import type { Command, Flag, Usage } from "../arguments/Command.js"
import { accountFlags, databaseFlags, onOff, text } from "../arguments/parameters.js"
import type { Field, Operation } from "../operations/Operation.js"
import { operationOf, resources } from "../operations/resources.js"
import { commandWordsOf, flagOf, wordOf } from "../operations/words.js"

/** More choices than these are not listed in the help. */
const MAX_LISTED = 12

const valueOf = { boolean: null, json: "json", list: "list", number: "number", secret: null, text: "text" }

const forms: Partial<Record<Field["kind"], string>> = {
  json: "JSON, @ and the path of a file, or - for standard input.",
  list: "Separated by commas.",
  secret: "Takes no value: it is asked for on a terminal, and else read from standard input."
}

const listed = ({ choices = [], meaning }: Field) =>
  choices.length > MAX_LISTED || choices.every((choice) => meaning.includes(choice))
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

/** The flag of a field. A required field may also come from `--input`, so the schema finds that it is absent. */
const flagOfField =
  (operation: Operation) =>
  (field: Field): Flag => {
    const { choices = [], isNullable, isRequired, kind, meaning } = field
    const form = forms[kind]
    return {
      name: flagOf(field),
      value: valueOf[kind],
      meaning: [
        ...(isRequired ? ["Required."] : []),
        meaning,
        ...listed(field),
        ...namingOf(operation, field),
        ...(form === undefined ? [] : [form])
      ].join(" "),
      choices: choices.length > 0 && isNullable ? [...choices, "null"] : choices,
      ...(kind === "secret" ? { isSecret: true } : {})
    }
  }

const input: Flag = {
  name: "--input",
  value: "file",
  meaning:
    "All fields as a JSON object: @ and the path of a file, or - for standard input. The other flags win over it.",
  isFile: true
}

const all = onOff("all", "Print the whole list, and not one page.")

const anyOrganization = text(
  "organization",
  "The id of an organization. By default, all of the database, or those of the key in TOLLGATE_KEY."
)

const everywhere = ({ forGateways }: Operation): ReadonlyArray<Flag> => [
  onOff("json", "Print the result as JSON."),
  accountFlags.url,
  forGateways ? anyOrganization : accountFlags.organization,
  ...Object.values(databaseFlags)
]

const usageOf = (operation: Operation): Usage => ({
  description: operation.description,
  args: operation.path.map((one) => ({
    name: wordOf(one.name),
    meaning: [one.meaning, ...namingOf(operation, one)].join(" ")
  })),
  flags: [
    ...operation.fields.map(flagOfField(operation)),
    ...(operation.takes === "body" ? [input] : []),
    ...(operation.takes === "page" ? [all] : []),
    ...everywhere(operation)
  ]
})

/** The commands of the operations, in the order of the contract. */
export const operationCommands: ReadonlyArray<Command> = resources.flatMap(({ methods, name }) =>
  Object.entries(methods).map(
    ([method, summary]): Command => ({
      path: commandWordsOf(name, method),
      summary,
      isOperation: true,
      usage: async () => usageOf(await operationOf(name, method)),
      run: (values) =>
        Effect.flatMap(
          Effect.promise(() => Promise.all([import("./operate.js"), operationOf(name, method)])),
          ([{ operate }, operation]) => operate({ resource: name, operation, ...values })
        )
    })
  )
)
