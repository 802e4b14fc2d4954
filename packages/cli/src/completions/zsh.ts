import { type Node, quoted } from "./Node.js"

const described = (word: string, about: string) => quoted(`${word.replaceAll(":", "\\:")}:${about}`)

const pathOf = ({ path }: Node) => `      ${quoted(path)}) command="$next" ;;`

const wordsOf = ({ flags, next, path }: Node) => {
  const words = [
    ...next.map(({ about, word }) => described(word, about)),
    ...flags.map(({ meaning, name }) => described(name, meaning))
  ]
  return `    ${quoted(path)}) choices=(${words.join(" ")}) ;;`
}

const valuesOf = ({ flags, path }: Node) =>
  flags.flatMap(({ choices = [], isFile, name, value }) => {
    if (value === null) return []
    const action = isFile
      ? "_files; return"
      : choices.length === 0
        ? "return"
        : `compadd -- ${choices.join(" ")}; return`
    return [`    ${quoted(`${path} ${name}`)}) ${action} ;;`]
  })

/** The script for zsh. */
export const zsh = (nodes: ReadonlyArray<Node>): string => `#compdef tollgate
# Completions of tollgate for zsh. Write them to a file _tollgate in a folder of $fpath, or load them with: source <(tollgate completions zsh)

_tollgate() {
  local command="" next at
  local -a choices
  for (( at = 2; at < CURRENT; at++ )); do
    next="\${command:+$command }\${words[at]}"
    case "$next" in
${nodes
  .filter(({ path }) => path !== "")
  .map(pathOf)
  .join("\n")}
      *) break ;;
    esac
  done
  case "$command \${words[CURRENT - 1]}" in
${nodes.flatMap(valuesOf).join("\n")}
  esac
  case "$command" in
${nodes.map(wordsOf).join("\n")}
  esac
  _describe tollgate choices
  case "$command" in
    ${nodes
      .filter(({ takesFiles }) => takesFiles)
      .map(({ path }) => quoted(path))
      .join(" | ")}) _files ;;
  esac
}

if [[ "\${funcstack[1]}" == _tollgate ]]; then _tollgate "$@"; else compdef _tollgate tollgate; fi
`
