import { stripVTControlCharacters } from "node:util"
import * as CliConfig from "@effect/cli/CliConfig"
import * as Descriptor from "@effect/cli/CommandDescriptor"
import * as HelpDoc from "@effect/cli/HelpDoc"

const config = CliConfig.make({ showBuiltIns: false })

/** Sentences that @effect/cli adds to every flag and that say nothing. */
const empty = new Set([
  "",
  "A user-defined piece of text.",
  "A true or false value.",
  "This setting is optional.",
  "This option can be set from environment variables.",
  "This option may be repeated zero or more times."
])

const plain = (doc: HelpDoc.HelpDoc) => stripVTControlCharacters(HelpDoc.toAnsiText(doc)).trim()

const blocks = (doc: HelpDoc.HelpDoc): ReadonlyArray<HelpDoc.HelpDoc> =>
  HelpDoc.isSequence(doc) ? [...blocks(doc.left), ...blocks(doc.right)] : [doc]

/** An argument or a flag as it is written, such as `--host <text>`, and its meaning. */
export interface Term {
  readonly term: string
  readonly meaning: string
}

/** The usage of a command. */
export interface Usage {
  readonly description: string
  readonly arguments: ReadonlyArray<Term>
  readonly flags: ReadonlyArray<Term>
}

const terms = ({ definitions }: HelpDoc.DescriptionList): ReadonlyArray<Term> =>
  definitions.map(([span, doc]) => ({
    term: plain(HelpDoc.p(span)).replace(/ (\w+)(\.{3})?$/, " <$1>$2"),
    meaning: blocks(doc)
      .map(plain)
      .filter((text) => !empty.has(text))
      .join(" ")
  }))

/** The usage of a command, from its @effect/cli descriptor. */
export const usageOf = (descriptor: Descriptor.Command<unknown>): Usage => {
  const all = blocks(Descriptor.getHelp(descriptor, config))
  const entries = all.filter(HelpDoc.isDescriptionList).flatMap(terms)
  return {
    description: all.filter(HelpDoc.isParagraph).map(plain).join(" "),
    arguments: entries.filter(({ term }) => term.startsWith("<")),
    flags: entries.filter(({ term }) => term.startsWith("-"))
  }
}

/** The names of the flags that may be repeated, such as `--cors-origin`. */
export const repeatedFlagsOf = ({ flags }: Usage): ReadonlyArray<string> =>
  flags.filter(({ term }) => term.endsWith("...")).map(({ term }) => term.replace(/ .*$/, ""))

/** The names of the flags that are on or off and need no value, such as `--json`. */
export const switchesOf = ({ flags }: Usage): ReadonlyArray<string> =>
  flags.filter(({ term }) => !term.includes(" ")).map(({ term }) => term)
