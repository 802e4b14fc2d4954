import type { Node } from "./Node.js"

const caseOf = (pattern: string, action: string) => `    ${pattern}) ${action} ;;`

const wordsOf = ({ flags, next, path }: Node) =>
  caseOf(`'${path}'`, `echo "${[...next.map(({ word }) => word), ...flags.map(({ name }) => name)].join(" ")}"`)

const valuesOf = ({ flags, path }: Node) =>
  flags.flatMap(({ choices = [], isFile, name, value }) => {
    if (value === null) return []
    return [caseOf(`'${path} ${name}'`, `echo "${isFile ? "@files" : choices.join(" ")}"`)]
  })

/** The script for bash 3.2 or later. */
export const bash = (
  nodes: ReadonlyArray<Node>
): string => `# Completions of tollgate for bash. Load them with: source <(tollgate completions bash)

# What can follow a command.
_tollgate_words() {
  case "$1" in
${nodes.map(wordsOf).join("\n")}
    *) return 1 ;;
  esac
}

# The values of a flag. Fails for a word that is no flag with a value.
_tollgate_values() {
  case "$1" in
${nodes.flatMap(valuesOf).join("\n")}
    *) return 1 ;;
  esac
}

# Commands whose arguments are files.
_tollgate_files() {
  case "$1" in
${nodes
  .filter(({ takesFiles }) => takesFiles)
  .map(({ path }) => caseOf(`'${path}'`, "return 0"))
  .join("\n")}
    *) return 1 ;;
  esac
}

_tollgate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" command="" words at
  for ((at = 1; at < COMP_CWORD; at++)); do
    _tollgate_words "\${command:+$command }\${COMP_WORDS[at]}" > /dev/null || break
    command="\${command:+$command }\${COMP_WORDS[at]}"
  done
  if words=$(_tollgate_values "$command $before"); then
    if [ "$words" = "@files" ]; then
      COMPREPLY=($(compgen -f -- "$current"))
    else
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    fi
    return
  fi
  words=$(_tollgate_words "$command")
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if _tollgate_files "$command" && [[ "$current" != -* ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}

complete -o filenames -F _tollgate tollgate
`
