import { type Node, quoted } from "./Node.js"

const lineOf = (path: string, rest: string) => `complete -c tollgate -n "__tollgate_at ${quoted(path)}" ${rest}`

const linesOf = ({ flags, next, path, takesFiles }: Node) => [
  ...next.map(({ about, word }) => lineOf(path, `-a ${word} -d ${quoted(about)}`)),
  ...flags.map(({ choices = [], isFile, meaning, name, value }) => {
    const form = isFile ? " -r -F" : value === null ? "" : " -x"
    const values = choices.length === 0 ? "" : ` -a ${quoted(choices.join(" "))}`
    return lineOf(path, `-l ${name.slice(2)}${form}${values} -d ${quoted(meaning)}`)
  }),
  ...(takesFiles ? [lineOf(path, "-F")] : [])
]

/** The script for fish 3 or later. */
export const fish = (
  nodes: ReadonlyArray<Node>
): string => `# Completions of tollgate for fish. Load them with: tollgate completions fish | source

set -g __tollgate_paths ${nodes
  .filter(({ path }) => path !== "")
  .map(({ path }) => quoted(path))
  .join(" ")}

# Whether the words before the cursor name this command.
function __tollgate_at
    set -l command
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        contains -- (string join -- ' ' $command $word) $__tollgate_paths; or break
        set -a command $word
    end
    test "$command" = "$argv[1]"
end

complete -c tollgate -f
${nodes.flatMap(linesOf).join("\n")}
`
