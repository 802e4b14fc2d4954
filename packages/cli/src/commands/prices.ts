import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { databaseFlags } from "../database/databaseFlags.js"
import { onDemand } from "./onDemand.js"

const file = Args.text({ name: "file" }).pipe(
  Args.withDescription('A JSON file: { "cards": [...] }, the file of models.dev, or LiteLLM\'s file.')
)

const replace = Options.boolean("replace").pipe(
  Options.withDescription(
    "The cards of the file are the whole book: all others go. By default they are merged into the book."
  )
)

const json = Options.boolean("json").pipe(
  Options.withDescription("Prints the cards as JSON, in the form that `tollgate prices import` reads.")
)

const url = Options.text("url").pipe(
  Options.withDescription(
    "The address of a server to ask in place of a database, with an API key in the variable TOLLGATE_KEY."
  ),
  Options.optional
)

const actions = () => import("../actions/prices.js")

/** Merges the cards of a file into the price book, or replaces the book by them. */
export const importPrices = Command.make(
  "import",
  { file, replace, ...databaseFlags },
  onDemand(async () => (await actions()).importPrices)
).pipe(
  Command.withDescription(
    "Merges the rate cards of a file into the price book: they replace those of the same providers and models, and all others " +
      "stay. With --replace they are the whole book. Names what goes, the providers that have another slug here, and the entries that it skips. " +
      "Requests that were opened before keep the prices of their time."
  )
)

/** Prints the price book. */
export const listPrices = Command.make(
  "list",
  { json, url, ...databaseFlags },
  onDemand(async () => (await actions()).listPrices)
).pipe(Command.withDescription("Prints the rate cards that are in force or planned, in USD per million tokens."))

/** Prints what an import would change. */
export const diffPrices = Command.make(
  "diff",
  { file, replace, ...databaseFlags },
  onDemand(async () => (await actions()).diffPrices)
).pipe(Command.withDescription("Prints what `tollgate prices import` would change, and changes nothing."))

/** Commands for the price book. */
export const prices = Command.make("prices").pipe(
  Command.withDescription("Manages the prices of models. Tollgate ships no prices and fetches none."),
  Command.withSubcommands([importPrices, listPrices, diffPrices])
)
