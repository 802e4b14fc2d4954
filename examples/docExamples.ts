import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** An `@example` of a doc comment in a package's sources. */
interface DocExample {
  /** The source file, from the root of the repository. */
  readonly source: string
  /** The line of the code's first line, from 1. */
  readonly line: number
  readonly code: string
  /** The name of the file that the code is compiled in. */
  readonly file: string
}

/** The code below each `@example` of a file, up to the next tag or the end of the comment. */
const examplesIn = (root: string, source: string): ReadonlyArray<DocExample> => {
  const lines = readFileSync(join(root, source), "utf8").split("\n")
  return lines.flatMap((line, start) => {
    if (!/^ *\* @example$/.test(line)) return []
    const rest = lines.slice(start + 1)
    const end = rest.findIndex((line) => /^ *\*(\/| @[a-z]+)/.test(line))
    const code = rest.slice(0, end).map((line) => line.replace(/^ *\* ?(```\w*$)?/, ""))
    const file = `${source.replaceAll("/", "-").replace(/\.ts$/, "")}-${start + 2}.ts`
    return [{ source, line: start + 2, code: code.join("\n"), file }]
  })
}

/** Every `@example` in the sources of the packages. */
export const docExamples = (root: string): ReadonlyArray<DocExample> =>
  readdirSync(join(root, "packages")).flatMap((name) => {
    const folder = `packages/${name}/src`
    const paths = readdirSync(join(root, folder), { recursive: true }).map(String)
    return paths.filter((path) => path.endsWith(".ts")).flatMap((path) => examplesIn(root, `${folder}/${path}`))
  })

/** What an example may use without showing where it comes from. */
const given = `
declare const gate: import("@tollgate/node").Tollgate
declare const server: import("@tollgate/client").RemoteTollgate
declare const account: import("@tollgate/client").Account
declare const host: import("@tollgate/node").HostAccount
declare const gateway: import("@tollgate/client").GatewayAccount
declare const organization: import("@tollgate/node").Organization
declare const organizationId: string, hash: string, id: string, code: string, verifier: string, credentialId: string
`

/** Writes each example into a file of its own, on the lines that it has in the source. */
export const writeDocExamples = (directory: string, examples: ReadonlyArray<DocExample>): void => {
  writeFileSync(join(directory, "given.d.ts"), given)
  for (const { code, file, line } of examples) {
    writeFileSync(join(directory, file), `${"\n".repeat(line - 1)}${code}\nexport {}\n`)
  }
}

/** Of an unused variable, which shows what a call returns. */
const UNUSED = /^error TS(6133|6192|6198|6199): /

/** What the compiler says of examples, with the place in the source, and what it says of other files. */
export const sortDiagnostics = (stdout: string, examples: ReadonlyArray<DocExample>) => {
  const byFile = new Map(examples.map(({ file, source }) => [file, source]))
  const ofExamples: Array<string> = []
  const others: Array<string> = []
  // A message goes on in lines that are indented.
  for (const message of stdout.split(/\n(?! )/).filter((message) => message.trim() !== "")) {
    const [, path = "", row, column, text = ""] = /^(.*?)\((\d+),(\d+)\): (.*)$/s.exec(message) ?? []
    const source = byFile.get(path.replace(/^.*\//, ""))
    if (source === undefined) others.push(message)
    else if (!UNUSED.test(text)) ofExamples.push(`${source}:${row}:${column} ${text.trimEnd()}`)
  }
  return { ofExamples, others }
}
