import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const run = promisify(execFile)

/** What a program of the documents imports first beside Tollgate, and the folder beside the workspace that has it. */
export const folders: Readonly<Record<string, string>> = {
  "@mastra/core/agent": "mastra",
  "@modelcontextprotocol/sdk/client/index.js": "mcp",
  "@openai/agents": "openai-agents",
  ai: "ai",
  langchain: "langchain"
}

/** The programs of the adapters' documents. */
export const snippets = ["packages/adapters/README.md", "docs/adapters.md"].flatMap((document) =>
  [...readFileSync(join(root, document), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""], index) => ({
    title: `${document}, snippet ${index + 1}`,
    code,
    /** What it prints, by the comments behind the calls. */
    promised: [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join(""),
    framework: [...code.matchAll(/ from "(.*)"$/gm)]
      .map(([, name = ""]) => name)
      .find((name) => !/^@tollgate|^node:/.test(name))
  }))
)

/** All programs that are written for the framework of a folder compile there, and print what their comments promise. */
export const testSnippets = (folder: string) => {
  const chosen = snippets.filter(({ framework = "" }) => folders[framework] === folder)
  it("What the documents show compiles, and does what it says", async () => {
    const directory = mkdtempSync(join(root, "packages/adapters/outside", folder, ".snippets-"))
    try {
      for (const [index, { code }] of chosen.entries()) writeFileSync(join(directory, `${index}.ts`), code)
      const compilerOptions = { composite: false, incremental: false, declaration: false, declarationMap: false }
      const settings = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] }
      writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(settings))
      const tsc = join(root, "node_modules/typescript/bin/tsc")
      const checked = await run(process.execPath, [tsc, "-p", directory]).catch((failed) => failed)
      expect(checked.stdout).toBe("")
      for (const [index, { promised, title }] of chosen.entries()) {
        const { stdout } = await run(process.execPath, [join(directory, `${index}.js`)], { cwd: directory })
        expect({ title, stdout }).toEqual({ title, stdout: promised })
      }
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })
}
