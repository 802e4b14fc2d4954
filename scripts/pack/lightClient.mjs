// Checks the client alone: what is installed with it, how large it is, and its types where nothing else is.
import { readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { emptyProject } from "./project.mjs"
import { must, run } from "./run.mjs"

const MAX_BYTES = 5_000_000

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => statSync(join(folder, String(file))))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

/** The packages in a folder of modules, of scopes too. */
const installedIn = (modules) =>
  readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name]
    )

/** The problems, as sentences. */
export const lightClient = async (directory, registry) => {
  const folder = emptyProject(join(directory, "light"), registry)
  await must("Installing @tollgate/client alone", "npm", ["install", "@tollgate/client"], folder)
  const modules = join(folder, "node_modules")
  const installed = installedIn(modules)
  const size = sizeOf(join(modules, "@tollgate/client"))
  console.log(
    `@tollgate/client has ${(size / 1e6).toFixed(1)} MB installed, and brings ${installed.length - 1} packages.`
  )
  const problems = []
  if (installed.join() !== "@tollgate/client") problems.push(`@tollgate/client brings ${installed.join(", ")}.`)
  if (size > MAX_BYTES) problems.push(`@tollgate/client has ${size} bytes installed, more than ${MAX_BYTES}.`)

  writeFileSync(join(folder, "main.ts"), MAIN)
  const compilerOptions = { strict: true, skipLibCheck: false, noEmit: true, types: [], target: "es2022" }
  const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url))
  for (const module of ["nodenext", "preserve"]) {
    console.log(`Type-checking a project with the client alone (module ${module})`)
    const options = { ...compilerOptions, module }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["main.ts"] }))
    const { ok, output } = await run(process.execPath, [tsc, "-p", "."], folder)
    if (!ok) problems.push(`The types of @tollgate/client need something else: ${output}`)
  }
  return problems
}

const MAIN = `import { BudgetExceeded, KeyNotFound, type NewHold, Tollgate, toResponse, UsageFrom } from "@tollgate/client"

const server = Tollgate.connect({ url: "https://tollgate.example" })
const { keys } = server.withKey("tg_mk_none")
export const name: Promise<string> = keys.create({ name: "A" }).then(({ data }) => data.name)
export const asked: NewHold = { key: "tg_sk_none", amount: 1 }
export const shown = (error: unknown): Response | string | null => {
  if (error instanceof BudgetExceeded) return error.budgets[0]?.id ?? error.reason
  return error instanceof KeyNotFound ? error.short_hash : toResponse(error)
}
export const { input } = UsageFrom.openAiChat({})
`
